import { Graph } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { GraphRecords } from '../../src/live/graph-records.ts';

describe('the records of a graph', () => {
  it('are those of its nodes as they were when they were judged last', () => {
    const graph = new Graph();
    const records = new GraphRecords(graph);
    const identity = { apiVersion: 'v1', kind: 'Pod', namespace: 'n', name: 'p', uid: 'u' };
    const node = graph.createNode(identity, false);
    graph.set(node);
    expect(records.recordOf(node)).toEqual(node.toRecord());
    const summary = { verdict: 'stays', rule: 'AD-11' } as const;
    records.settle(node, summary);
    const judged = { ...node.toRecord(), summary };
    expect([records.recordOf(node), records.get('u')]).toEqual([judged, judged]);
    records.keep(node);
    graph.update(node, { ...identity, resourceVersion: '7' });
    expect([records.recordOf(node), records.get('u')]).toEqual([judged, judged]);
    records.set('u', { ...node.toRecord(), summary });
    expect(records.recordOf(node)).toEqual({ ...judged, resourceVersion: '7' });
  });
});
