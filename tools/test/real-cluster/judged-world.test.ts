import { describe, expect, it } from 'vitest';
import {
  drawDeletion,
  judgedWorldsFrom,
  unseenActions,
} from '../../real-cluster/src/differential/judged-world.ts';

import { KINDS } from '../../real-cluster/src/differential/world.ts';

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

  it('puts a Namespace with an owned ClusterRole into a third of the worlds, and others into it', () => {
    const kindOf = (kind: number): string => KINDS[kind]?.kind ?? '';
    const having = WORLDS.filter(({ objects }) => {
      return objects.some(({ kind }) => kindOf(kind) === 'Namespace');
    });
    expect(having.length).toBeGreaterThan(25);
    expect(having.length).toBeLessThan(55);
    let inside = 0;
    let deleted = 0;
    for (const { objects, rounds } of having) {
      const home = objects.findIndex(({ kind }) => kindOf(kind) === 'Namespace');
      const actions = rounds.flat();
      const owned = actions.filter((each) => {
        if (each.type !== 'references' || each.phase === 'unseen') return false;
        return each.references.some(({ owner, flaw }) => owner === home && flaw === 'none');
      });
      expect(owned.map(({ object }) => kindOf(objects[object]?.kind ?? 0))).toContain(
        'ClusterRole',
      );
      // Nothing can be created in what is not there yet.
      expect(objects.slice(0, home).every((each) => each.inside === undefined)).toBe(true);
      if (objects.some((each) => each.inside === home)) inside++;
      if (actions.some(({ type, object }) => type === 'delete' && object === home)) deleted++;
    }
    expect(inside).toBeGreaterThan(having.length / 2);
    expect(deleted).toBeGreaterThan(having.length / 3);
  });

  it('changes about every second world unobserved, in all ways', () => {
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
