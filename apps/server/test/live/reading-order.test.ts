import { Graph, type GraphNode } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { inReadingOrder, rowsIn } from '../../src/live/reading-order.ts';

/** Puts a node in whose uid comes late in the alphabet when it comes early in the graph. */
function put(graph: Graph, serial: number): GraphNode {
  const identity = {
    apiVersion: 'v1',
    kind: serial % 2 === 0 ? 'Pod' : 'ConfigMap',
    namespace: `n${serial % 3}`,
    name: `o${serial % 5}`,
    uid: `${(9999 - serial).toString(16).padStart(8, '0')}-0000-4000-8000-00000000000a`,
  };
  const node = graph.createNode(identity, false);
  graph.set(node);
  return node;
}

function answerOf<Answer>(steps: Generator<unknown, Answer>): Answer {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

describe('reading order', () => {
  const key = ({ namespace, kind, name, uid }: GraphNode): string =>
    [namespace, kind, name, uid].join(' ');

  it('is that of namespace, kind, name and uid', () => {
    const graph = new Graph();
    for (let serial = 0; serial < 300; serial++) put(graph, serial);
    const sorted = answerOf(inReadingOrder(graph.nodes())).map(key);
    expect(sorted).toEqual([...graph.nodes()].map(key).sort());
  });

  it('tells the row of a uid, also when nodes left, came and moved in the graph since', () => {
    const graph = new Graph();
    for (let serial = 0; serial < 300; serial++) put(graph, serial);
    const sorted = answerOf(inReadingOrder(graph.nodes()));
    const rowOf = answerOf(rowsIn(sorted, graph));
    const rows = (): (number | undefined)[] => sorted.map(({ uid }) => rowOf(uid));
    const expected = sorted.map((_, row): number | undefined => row);
    expect(rows()).toEqual(expected);
    const positions = sorted.map(({ position }) => position);
    for (const node of [...graph.nodes()].slice(0, 200)) {
      graph.delete(node);
      expected[sorted.indexOf(node)] = undefined;
    }
    const added = Array.from({ length: 400 }, (_, at) => put(graph, 300 + at));
    expect(sorted.map(({ position }) => position)).not.toEqual(positions);
    expect(rows()).toEqual(expected);
    expect(added.map(({ uid }) => rowOf(uid))).toEqual(added.map(() => undefined));
    expect(rowOf('unknown')).toBeUndefined();
  });
});
