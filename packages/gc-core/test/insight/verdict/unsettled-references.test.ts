import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../../src/graph/graph-node.ts';
import { nameKey, unsettledNames } from '../../../src/insight/verdict/judged-records.ts';
import { KeyedUids } from '../../../src/insight/verdict/keyed-uids.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { identityOf, nodeOf, ownedBy } from '../../support/nodes.ts';

/** ConfigMap `ns/child` with these references. */
function child(...references: readonly OwnerReference[]): GraphNode {
  return nodeOf(identityOf('child'), references);
}

/** Whether a reference of the node may come to mean ConfigMap `name`, where `owner` has the uid of every reference. */
function mayMean(node: GraphNode, owner: GraphNode | undefined, name = 'owner'): boolean {
  return unsettledNames(node, () => owner).includes(nameKey({ kind: 'ConfigMap', name }));
}

const owner = nodeOf(identityOf('owner'));

describe('references that another object may come to answer', () => {
  it('[CL-09] are none that the object of their uid answers', () => {
    expect(mayMean(child(ownedBy('owner')), owner)).toBe(false);
    const clusterScoped = nodeOf(identityOf('owner', { namespace: '' }));
    expect(mayMean(child(ownedBy('owner')), clusterScoped)).toBe(false);
    expect(mayMean(child(), owner)).toBe(false);
  });

  it.each([
    ['nobody has its uid', undefined],
    ['nobody has seen its uid', new GraphNode(identityOf('owner'), true)],
    ['its uid has another name', nodeOf(identityOf('other'))],
    ['its uid is of another kind', nodeOf(identityOf('owner', { kind: 'Secret' }))],
    ['its uid is in another namespace', nodeOf(identityOf('owner', { namespace: 'far' }))],
  ])('[CL-05] [CL-11] [CL-13] are those of which %s', (_words, bearer) => {
    const node = child(ownedBy('owner'));
    expect(mayMean(node, bearer)).toBe(true);
    expect(mayMean(node, bearer, 'another')).toBe(false);
  });

  it('are found by their keys, as long as the object has them', () => {
    const uids = new KeyedUids();
    const found = (...keys: string[]): string[][] => keys.map((key) => [...uids.of(key)]);
    uids.set('a', ['owner', 'x']);
    uids.set('b', ['owner']);
    expect(found('owner', 'x', 'y')).toEqual([['a', 'b'], ['a'], []]);
    uids.set('a', ['x']);
    expect(found('owner', 'x')).toEqual([['b'], ['a']]);
    uids.set('b', []);
    uids.set('unknown', []);
    expect(uids.isEmpty).toBe(false);
    uids.set('a', []);
    expect([...found('owner', 'x'), uids.isEmpty]).toEqual([[], [], true]);
  });
});
