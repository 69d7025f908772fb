import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../src/run-step.ts';

const readme = readFileSync(join(ROOT, 'apps/server/README.md'), 'utf8');
const chapter = readme.split('## Four ways through the code')[1]?.split('\n## ')[0] ?? '';

/** The files of each numbered item: after its folder, joined by arrows. */
const chains = chapter
  .split(/^\d+\. /m)
  .slice(1)
  .map((item) => {
    const [, folder = '', names = ''] =
      /^`([^`]+\/)`:\s+((?:`[^`]+`(?:\s+→\s+)?)+)/.exec(item) ?? [];
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => join(folder, name));
  });

function imports(file: string, other: string): boolean {
  return readFileSync(join(ROOT, file), 'utf8').includes(`/${basename(other)}`);
}

describe('the four ways of the README of apps/server', () => {
  it('are four, and each item names at least two files', () => {
    expect(chapter.match(/^### /gm)).toHaveLength(4);
    expect(chains.length).toBeGreaterThan(20);
    for (const chain of chains) expect(chain.length).toBeGreaterThan(1);
  });

  it('name only files that exist', () => {
    expect(chains.flat().filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('have an arrow only between two files of which one imports the other', () => {
    const arrows = chains.flatMap((chain) =>
      chain.slice(1).map((to, index) => [chain[index] ?? '', to] as const),
    );
    expect(arrows.filter(([from, to]) => !imports(from, to) && !imports(to, from))).toEqual([]);
  });
});
