import { describe, expect, it } from 'vitest';
import { peerGraph } from '../../../../packages/picture/bench/peers.ts';
import { syntheticWorld } from '../../../../packages/picture/bench/synthetic-world.ts';
import { plainGraph } from '../../bench/plain-cytoscape.ts';
import { SyntheticCluster } from '../../bench/synthetic-cluster.ts';

const OBJECTS = 400;

/** Owner and dependent of each reference, by uid. */
function references(records: Iterable<{ uid: string; owners: readonly { uid: string }[] }>) {
  return [...records].flatMap(({ uid, owners }) => owners.map((owner) => `${owner.uid} ${uid}`));
}

describe('worlds of the bench', () => {
  const world = syntheticWorld(OBJECTS);

  it('are the same for the page and for plain Cytoscape', () => {
    const { cards, edges } = plainGraph(OBJECTS);
    expect(cards.map(({ label }) => label)).toEqual(world.map(({ name }) => name));
    expect(cards.every(({ x, y }) => Number.isFinite(x + y))).toBe(true);
    const pairs = (all: typeof edges): string[] => all.map((edge) => edge.join(' ')).toSorted();
    expect(pairs(edges)).toEqual(pairs(peerGraph(world).edges));

    const { live } = new SyntheticCluster(OBJECTS).cluster;
    const served = [...live.records.values()];
    expect(served.map(({ uid }) => uid).toSorted()).toEqual(world.map(({ uid }) => uid).toSorted());
    expect(references(served).toSorted()).toEqual(references(world).toSorted());
  });

  it('change by about as many objects as asked for, each known to be verified', () => {
    const synthetic = new SyntheticCluster(OBJECTS);
    const { records } = synthetic.cluster.live;
    const uids = (): string[] => [...records.values()].map(({ uid }) => uid);
    const before = new Set(uids());
    synthetic.change(40);
    const added = uids().filter((uid) => !before.has(uid)).length;
    const removed = [...before].filter((uid) => !records.get(uid)).length;
    expect(added + removed).toBeGreaterThanOrEqual(40);
    expect(added + removed).toBeLessThan(80);
    expect([...records.values()].filter(({ virtual }) => virtual)).toEqual([]);
    expect(new Set([...records.values()].map(({ summary }) => summary?.verdict))).toEqual(
      new Set(['stays']),
    );
  });
});
