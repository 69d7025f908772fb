import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const plan = readme.split('## Architecture')[1]?.split('```')[1] ?? '';

function folders(parent: string): string[] {
  return readdirSync(join(ROOT, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

describe('the architecture picture of the README', () => {
  it('names every folder of gc-core', () => {
    const named = [...plan.matchAll(/<b>([a-z-]+)<\/b>/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual(folders('packages/gc-core/src').toSorted());
  });

  it('numbers the floors of gc-core as the README of gc-core does', () => {
    const drawn = [...plan.matchAll(/"(\d) (<b>.*?)<br>/g)].flatMap(([, floor, names = '']) =>
      [...names.matchAll(/<b>([a-z-]+)<\/b>/g)].map(([, name]) => `${floor} ${name}`),
    );
    const core = readFileSync(join(ROOT, 'packages/gc-core/README.md'), 'utf8');
    const rows = [...core.matchAll(/^\| (\d) \| `([a-z-]+)` \|/gm)];
    expect(drawn.length).toBe(folders('packages/gc-core/src').length);
    expect(drawn.toSorted()).toEqual(rows.map(([, floor, name]) => `${floor} ${name}`).toSorted());
  });

  it.each(['web', 'server'])('names every folder of apps/%s', (app) => {
    const [, text = ''] = new RegExp(`<b>apps/${app}</b><br>([^"]+)"`).exec(plan) ?? [];
    const named = text.split(/ · |<br>/);
    expect(named.toSorted()).toEqual(folders(`apps/${app}/src`).toSorted());
  });

  it('links only to files that exist', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
      if (path.startsWith('http')) continue;
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});
