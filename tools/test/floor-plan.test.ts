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

/** Words of the plan that name rooms: before the explanations, which stand two spaces further right. */
function named(line: RegExp): string[] {
  const found = plan.split('\n').find((each) => line.test(each)) ?? '';
  return [...found.matchAll(/[a-z-]+(?= ·|$|\s{2,}| …)|(?<=· )[a-z-]+/g)].map(([word]) => word);
}

describe('the floor plan of the README', () => {
  it('names every room of gc-core', () => {
    for (const room of rooms('packages/gc-core/src')) {
      const asRoom = new RegExp(`(gc-core/|· | {2})${room}(?= ·| {2}| -|$)`, 'm');
      expect(plan, `the plan names ${room}`).toMatch(asRoom);
    }
  });

  it('names only rooms of the apps that exist', () => {
    const apps = named(/pages · features/);
    expect(apps.length).toBeGreaterThan(6);
    for (const room of apps) {
      const exists = ['web', 'server'].some((app) =>
        existsSync(join(ROOT, 'apps', app, 'src', room)),
      );
      expect(exists, `apps/*/src/${room}`).toBe(true);
    }
  });

  it('links only to files that exist', () => {
    for (const [, path = ''] of readme.matchAll(/\]\(([^)#]+)\)/g)) {
      if (path.startsWith('http')) continue;
      expect(existsSync(join(ROOT, path)), path).toBe(true);
    }
  });
});
