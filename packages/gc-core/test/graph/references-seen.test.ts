import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { seenBy } from '../support/explanations.ts';
import { ownedBy } from '../support/nodes.ts';
import { observe } from '../support/one-look.ts';
import { objectOf, targetOf } from '../support/simulate.ts';

const right = ownedBy('owner');
const wrong = ownedBy('ownr', { uid: 'owner-uid' });

/** The node of an object whose references change from the first list to the second. */
function changed(before: OwnerReference[], after: OwnerReference[]): GraphNode {
  const child = objectOf('child', { ownerReferences: before });
  const simulation = seenBy('v1.36', objectOf('owner'), child);
  const target = targetOf(simulation, 'child');
  simulation.apiServer.patch(target, 'merge', { metadata: { ownerReferences: after } });
  observe(simulation);
  const node = simulation.process.collector.graph.get('child-uid');
  if (!node) throw new Error('the child is not in the graph');
  return node;
}

describe('references of an object whose graph has other owners', () => {
  it('[GB-12] one of two of a uid is taken away: the graph keeps both, what is shown does not', () => {
    const node = changed([wrong, right], [right]);
    expect(node.owners).toHaveLength(2);
    expect(node.references).toEqual([right]);
    expect(node.meta?.ownerReferences).toEqual([right]);
    expect(node.toRecord().owners).toEqual([right]);
  });

  it('[GB-12] another order is no change for the graph, and is shown', () => {
    const other = ownedBy('other');
    const node = changed([right, other], [other, right]);
    expect(node.owners).toEqual([right, other]);
    expect(node.references).toEqual([other, right]);
  });

  it('[GB-13] where they are the same nothing is kept twice', () => {
    const node = changed([right, wrong], [ownedBy('new')]);
    expect(node.references).toBe(node.owners);
  });
});
