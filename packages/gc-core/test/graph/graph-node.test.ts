import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';

const a = identityOf('a');

describe('GraphNode', () => {
  it('[DM-08] one that was never seen has no metadata, owners, finalizers or dependents', () => {
    const node = new GraphNode(a, true);
    expect(node).toMatchObject({ position: -1, virtual: true, meta: undefined });
    expect([node.owners, node.finalizers, [...node.dependents]]).toEqual([[], [], []]);
    expect(node.toRecord()).toEqual({
      ...a,
      owners: [],
      finalizers: [],
      virtual: true,
      beingDeleted: false,
      deletingDependents: false,
    });
  });

  it('the metadata of a cluster-scoped object have no namespace, and only what was seen', () => {
    const { graph, process } = graphFixture();
    const identity = identityOf('n', { namespace: '' });
    const meta = { name: 'n', uid: 'n-uid' };
    process({ type: 'ADDED', identity, meta });
    expect(Object.keys(graph.get('n-uid')?.meta ?? {})).toEqual(['name', 'uid']);
    process({ type: 'MODIFIED', identity, meta: { ...meta, finalizers: ['x/y'] } });
    expect(graph.get('n-uid')?.meta).toEqual({ ...meta, finalizers: ['x/y'] });
  });

  it('the record of a seen object has its times and its version, not its generation', () => {
    const { graph, process } = graphFixture();
    const seen = {
      resourceVersion: '7',
      creationTimestamp: '2026-01-01T00:00:00Z',
      deletionTimestamp: '2026-01-02T00:00:00Z',
      deletionGracePeriodSeconds: 30,
    };
    const { name, namespace, uid } = a;
    const meta = { name, namespace, uid, ...seen, generation: 3 };
    process({ type: 'ADDED', identity: a, meta });
    const record = graph.get('a-uid')?.toRecord();
    expect(record).toMatchObject({ ...seen, beingDeleted: true });
    expect(record).not.toHaveProperty('generation');
  });

  it('[DM-09] a copy has flags and owners, and dependents of its own, or none', () => {
    const owner = nodeOf(a);
    expect(owner.cloneAs(identityOf('c')).dependents.size).toBe(0);
    owner.addDependent(nodeOf(identityOf('b'), [ownedBy('a')]));
    const copy = owner.cloneAs(identityOf('c'));
    copy.addDependent(nodeOf(identityOf('d')));
    copy.deleteDependent(nodeOf(identityOf('e')));
    expect([owner.dependents.size, copy.dependents.size]).toEqual([1, 2]);
    const marked = nodeOf(a, [ownedBy('o')], { beingDeleted: true, deletingDependents: true });
    const flags = { virtual: false, beingDeleted: true, deletingDependents: true };
    expect(marked.cloneAs(identityOf('c'))).toMatchObject({ ...flags, owners: [ownedBy('o')] });
    expect(nodeOf(a).dependents.size).toBe(0);
  });

  it('[DM-10] lists a dependent once for each blocking reference to its uid, right or wrong', () => {
    const owner = nodeOf(a);
    const blocking = { blockOwnerDeletion: true };
    const twice = nodeOf(identityOf('b'), [ownedBy('a', blocking), ownedBy('a', blocking)]);
    const other = nodeOf(identityOf('c'), [ownedBy('a'), ownedBy('x', blocking)]);
    const wrong = nodeOf(identityOf('d'), [
      { ...ownedBy('a', blocking), apiVersion: 'v2', kind: 'Secret', name: 'wrong' },
    ]);
    for (const each of [twice, other, wrong]) owner.addDependent(each);
    expect(owner.blockingDependents()).toEqual([twice, twice, wrong]);
  });
});
