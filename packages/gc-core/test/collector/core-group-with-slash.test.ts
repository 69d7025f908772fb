import { describe, expect, it } from 'vitest';
import { graphFixture } from '../support/graph-fixture.ts';

const WITH_SLASH = { apiVersion: '/v1', kind: 'ConfigMap', name: 'n', uid: 'u' };
const OWNER = { ...WITH_SLASH, namespace: 'c19' };

describe('an owner of the apiVersion "/v1"', () => {
  it('[GB-42b] stays in the graph, and its dependent in the cluster', () => {
    const { graph, process, enqueued } = graphFixture();
    process({
      type: 'ADDED',
      identity: { apiVersion: 'v1', kind: 'Secret', namespace: 'c19', name: 'x', uid: 'x-uid' },
      meta: { name: 'x', namespace: 'c19', uid: 'x-uid', ownerReferences: [WITH_SLASH] },
    });
    enqueued.length = 0;
    process({ type: 'DELETED', identity: { ...OWNER, apiVersion: 'v1' }, virtual: true });
    expect(graph.get('u')?.identity).toEqual(OWNER);
    expect(enqueued).toEqual([]);
  });
});
