import type { NodeRecord } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { seeded, syntheticWorld } from '../bench/synthetic-world.ts';
import { type Layout, layout, rowsOf, stackSiblings } from '../src/index.ts';

/** A seeded cluster of many small namespaces. */
function smallTeams(objects: number, teams: number, seed: number): NodeRecord[] {
  const chance = seeded(seed);
  const homes = new Map<string, string>();
  return syntheticWorld(objects, seed).map((each) => {
    if (!each.namespace.startsWith('team-')) return each;
    const ofOwner = homes.get(each.owners[0]?.uid ?? '');
    const namespace = ofOwner ?? `team-${Math.floor(chance() ** 1.5 * teams)}`;
    homes.set(each.uid, namespace);
    return { ...each, namespace };
  });
}

/** The same cluster after one object without dependents has come or gone, many times over. */
function changed(records: readonly NodeRecord[], times: number, seed: number): NodeRecord[][] {
  const chance = seeded(seed);
  const owners = new Set(records.flatMap((each) => each.owners.map(({ uid }) => uid)));
  const leaves = records.filter(({ uid, kind }) => !owners.has(uid) && kind !== 'Namespace');
  return Array.from({ length: times }, (_, at) => {
    const leaf = leaves[Math.floor(chance() * leaves.length)] as NodeRecord;
    const isAlone = records.every(
      ({ namespace, uid }) => namespace !== leaf.namespace || uid === leaf.uid,
    );
    if (!isAlone && chance() < 0.5) return records.filter((each) => each !== leaf);
    return [...records, { ...leaf, uid: `new-${at}`, name: `${leaf.name}-${at}` }];
  });
}

function laidOut(records: readonly NodeRecord[], aspect: number): Layout {
  return layout(stackSiblings(rowsOf(records)), undefined, aspect);
}

/** The share of the namespaces that stand elsewhere, farther away than they are wide or high. */
function moved(before: Layout, after: Layout): number {
  const now = new Map(after.namespaces.map((frame) => [frame.namespace, frame]));
  const far = before.namespaces.filter((old) => {
    const frame = now.get(old.namespace);
    if (!frame) return true;
    const [dx, dy] = [
      frame.x + frame.width / 2 - old.x - old.width / 2,
      frame.y + frame.height / 2 - old.y - old.height / 2,
    ];
    return Math.abs(dx) > old.width || Math.abs(dy) > old.height;
  });
  return far.length / before.namespaces.length;
}

const WORLDS = [
  [100, 12],
  [200, 12],
  [300, 20],
  [450, 30],
  [600, 40],
] as const;
const CHANGES = 12;

describe('the mosaic of a small world', () => {
  it.each([1, 2])('seldom turns when one object comes or goes: seed %i', (seed) => {
    const turned = WORLDS.flatMap(([objects, teams]) => {
      const records = smallTeams(objects, teams, seed);
      return [0.7, 1.7].flatMap((aspect) => {
        const before = laidOut(records, aspect);
        return changed(records, CHANGES, seed).filter(
          (after) => moved(before, laidOut(after, aspect)) > 0.1,
        );
      });
    });
    expect(turned.length / (WORLDS.length * 2 * CHANGES)).toBeLessThan(0.1);
  });
});
