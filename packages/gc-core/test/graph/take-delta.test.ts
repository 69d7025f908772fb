import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

const COUNTED: readonly (readonly [object, readonly string[]])[] = [
  [Map.prototype, ['get', 'has', 'keys', 'values', 'entries', 'forEach']],
  [Array.prototype, ['filter', 'map', 'forEach', 'values']],
  [GraphNode.prototype, ['toRecord']],
];

/** Calls of the counted methods while `act` runs. */
function callsDuring(act: () => void): number {
  let count = 0;
  const restore: (() => void)[] = [];
  for (const [object, names] of COUNTED) {
    for (const name of names) {
      const property = Object.getOwnPropertyDescriptor(object, name) ?? {};
      const original = property.value as (...values: unknown[]) => unknown;
      const value = function (this: unknown, ...values: unknown[]): unknown {
        count++;
        return original.apply(this, values);
      };
      Object.defineProperty(object, name, { ...property, value });
      restore.push(() => Object.defineProperty(object, name, property));
    }
  }
  try {
    act();
  } finally {
    for (const each of restore) each();
  }
  return count;
}

/** Looks at a Map or reads of a node while the delta is taken, after updates of `touched` nodes in a graph of `nodes`. */
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
  let upserts = 0;
  const count = callsDuring(() => {
    upserts = graph.takeDelta().upserts.length;
  });
  // The owner lost its dependents; it is what it was.
  expect(upserts).toBe(touched);
  return count;
}

describe('takeDelta', () => {
  it('costs what was touched, however large the graph', () => {
    const small = work(200, 10);
    expect(small).toBeGreaterThanOrEqual(10);
    expect(work(5000, 10)).toBe(small);
    expect(work(5000, 100)).toBeLessThanOrEqual(small * 10);
  });
});
