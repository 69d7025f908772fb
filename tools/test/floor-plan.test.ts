import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const plan = readme.split('## The house')[1]?.split('```')[1] ?? '';

function rooms(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

describe('the floor plan of the README', () => {
  it('names every room of gc-core', () => {
    const named = [...plan.matchAll(/<b>([a-z-]+)<\/b>/g)].map(([, room]) => room);
    expect(named.toSorted()).toEqual(rooms('packages/gc-core/src').toSorted());
  });

  it.each(['web', 'server'])('names only rooms of %s that exist', (app) => {
    const [, text = ''] = new RegExp(`<b>apps/${app}</b><br>([^"]+)"`).exec(plan) ?? [];
    const named = text.replace(' …', '').split(' · ');
    expect(named.length).toBeGreaterThan(4);
    for (const room of named) {
      expect(existsSync(join(ROOT, 'apps', app, 'src', room)), `${app}/src/${room}`).toBe(true);
    }
  });

  it('links only to files that exist', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
      if (path.startsWith('http')) continue;
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});
