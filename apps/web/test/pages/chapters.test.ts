import type { SceneSummary } from '@gcscope/gc-core/wire';
import { expect, it } from 'vitest';
import { chaptersOf, nextScene } from '../../src/pages/chapters.ts';

function scene(name: string, chapter: string): SceneSummary {
  return { name, title: name, description: '', sources: [], chapter, release: 'v1.36' };
}

it('the next scene is the one behind it in its first chapter; the last one has none', () => {
  const scenes = [
    scene('orphan-v1.36', 'walk-throughs'),
    scene('foreground-v1.36', 'walk-throughs'),
    scene('one', 'incidents'),
    scene('two', 'incidents'),
  ];
  // The chapter “Asked most often” has an order of its own.
  expect(nextScene(scenes, 'foreground-v1.36')?.name).toBe('orphan-v1.36');
  expect(nextScene(scenes, 'orphan-v1.36')).toBeUndefined();
  expect(nextScene(scenes, 'one')?.name).toBe('two');
  expect(nextScene(scenes, 'unknown')).toBeUndefined();
  expect(new Set(chaptersOf(scenes).map(({ id }) => id)).size).toBe(chaptersOf(scenes).length);
});
