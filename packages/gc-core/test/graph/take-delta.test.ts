import { afterEach, describe, expect, it, vi } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

/** Looks at a Map or reads of a node while the delta is taken, after ten updates in a graph of so many nodes. */
function work(nodes: number, touched: number): number {
  const { graph, process } = graphFixture();
  for (let serial = 0; serial < nodes; serial++) {
    const name = `n${serial}`;
    const meta = metaOf(name, { ownerReferences: [ownedBy('owner')] });
    process({ type: 'ADDED', identity: identityOf(name), meta });
  }
  graph.takeDelta();
  for (let serial = 0; serial < touched; serial++) {
    const name = `n${serial * 7}`;
    process({ type: 'MODIFIED', identity: identityOf(name), meta: metaOf(name) });
  }
  let count = 0;
  const counted = (object: object, name: string): void => {
    const original = Reflect.get(object, name) as (...values: unknown[]) => unknown;
    vi.spyOn(object as Record<string, () => unknown>, name).mockImplementation(function (
      this: unknown,
      ...values: unknown[]
    ) {
      count++;
      return original.apply(this, values);
    });
  };
  for (const name of ['get', 'has', 'keys', 'values', 'entries', 'forEach']) {
    counted(Map.prototype, name);
  }
  for (const name of ['filter', 'map', 'forEach', 'values']) counted(Array.prototype, name);
  counted(GraphNode.prototype, 'toRecord');
  const { upserts } = graph.takeDelta();
  vi.restoreAllMocks();
  // The owner lost its dependents; it is what it was.
  expect(upserts).toHaveLength(touched);
  return count;
}

describe('takeDelta', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('costs what was touched, however large the graph', () => {
    const small = work(200, 10);
    expect(small).toBeGreaterThanOrEqual(10);
    expect(work(5000, 10)).toBe(small);
    expect(work(5000, 100)).toBeLessThanOrEqual(small * 10);
  });
});
