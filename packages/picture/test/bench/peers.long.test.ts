import { describe, expect, it } from 'vitest';
import { PEERS, peerGraph } from '../../bench/peers.ts';
import { syntheticWorld } from '../../bench/synthetic-world.ts';
import { rowsOf } from '../../src/index.ts';

describe('peers of the layout', () => {
  const records = syntheticWorld(60);
  const graph = peerGraph(records);

  it('get the objects and references that we lay out', () => {
    const { uids, edges } = rowsOf(records);
    expect(graph.labels).toHaveLength(uids.length);
    expect(graph.edges.length).toBeGreaterThan(30);
    const ours = uids.flatMap((_, row) =>
      [...edges.owners.slice(edges.firsts[row], edges.firsts[row + 1])].map((owner) => [
        owner,
        row,
      ]),
    );
    expect(sorted(graph.edges)).toEqual(sorted(ours));
  });

  it.each(PEERS)('$name lays out all of them', async (peer) => {
    const { places, edges } = (await peer.layout(graph))();
    expect([...places.keys()].toSorted((a, b) => a - b)).toEqual([...graph.labels.keys()]);
    expect([...places.values()].every(({ x, y }) => Number.isFinite(x + y))).toBe(true);
    expect(sorted(edges)).toEqual(sorted(graph.edges));
  });
});

function sorted(edges: Iterable<readonly (number | undefined)[]>): string[] {
  return [...edges].map((edge) => edge.join(' ')).toSorted();
}
