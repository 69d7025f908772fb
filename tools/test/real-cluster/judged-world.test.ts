import { describe, expect, it } from 'vitest';
import {
  drawDeletion,
  judgedWorldsFrom,
  unseenActions,
} from '../../real-cluster/src/differential/judged-world.ts';

const WORLDS = judgedWorldsFrom(1, 100);

describe('judgedWorldsFrom', () => {
  it('makes the same world of the same seed, and does the same to it', () => {
    const [again] = judgedWorldsFrom(7, 1);
    if (!again) throw new Error('There is no world.');
    expect(again).toEqual(WORLDS[6]);
    const draw = (): unknown => drawDeletion(again, [1, 2, 3], (each) => each > 1);
    expect(draw()).toEqual(draw());
    expect(unseenActions(again)).toEqual(unseenActions(again));
  });

  it('changes about every second world while nobody looks, in all ways', () => {
    const unseen = WORLDS.map(unseenActions);
    const changed = unseen.filter(({ length }) => length > 0);
    expect(changed.length).toBeGreaterThan(30);
    expect(changed.length).toBeLessThan(70);
    const types = new Set(unseen.flat().map(({ type }) => type));
    expect([...types].toSorted()).toEqual(['delete', 'finalizers', 'references']);
  });

  it('draws a deletion of every policy, and none where nothing is left', () => {
    const drawn = WORLDS.map((world) => drawDeletion(world, ['one'], () => true)?.policy);
    expect(new Set(drawn)).toEqual(new Set(['Background', 'Foreground', 'Orphan']));
    expect(WORLDS.map((world) => drawDeletion(world, [], () => true))).not.toContainEqual(
      expect.anything(),
    );
  });
});
