import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { NodeSet } from '../../src/graph/node-set.ts';
import { seededRandom } from '../../src/simulation/random.ts';
import { identityOf } from '../support/nodes.ts';

function isSame(set: NodeSet<GraphNode>, oracle: ReadonlySet<GraphNode>): boolean {
  const order = [...oracle];
  return set.size === oracle.size && [...set].every((each, at) => each === order[at]);
}

describe('NodeSet', () => {
  it('[DM-04] holds each node once, in the order they were added, few or many', () => {
    const random = seededRandom(7);
    const nodes = Array.from({ length: 60 }, (_, at) => new GraphNode(identityOf(`${at}`), false));
    for (const limit of [3, 20, 60]) {
      const [set, oracle] = [new NodeSet<GraphNode>(), new Set<GraphNode>()];
      const wrong: number[] = [];
      for (let step = 0; step < 1000; step++) {
        const node =
          nodes[Math.floor(random() * limit)] ?? new GraphNode(identityOf('none'), false);
        const act = random() < 0.6 ? 'add' : 'delete';
        set[act](node);
        oracle[act](node);
        if (set.has(node) !== oracle.has(node) || !isSame(set, oracle)) wrong.push(step);
      }
      expect(wrong).toEqual([]);
    }
  });
});
