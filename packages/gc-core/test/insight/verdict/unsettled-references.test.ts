import { describe, expect, it } from 'vitest';
import { GraphNode } from '../../../src/graph/graph-node.ts';
import { UnsettledReferences } from '../../../src/insight/verdict/affected-nodes.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import { identityOf, nodeOf, ownedBy } from '../../support/nodes.ts';

/** ConfigMap `ns/child` with these references. */
function child(...references: readonly OwnerReference[]): GraphNode {
  return nodeOf(identityOf('child'), references);
}

/** Whose references may mean ConfigMap `name` once the node was noted, where `owner` has the uid of every reference. */
function meaning(node: GraphNode, owner: GraphNode | undefined, name = 'owner'): string[] {
  const unsettled = new UnsettledReferences();
  unsettled.update(node, () => owner);
  return [...unsettled.meaning({ kind: 'ConfigMap', name })];
}

const NOTED = ['child-uid'];
const owner = nodeOf(identityOf('owner'));

describe('references that somebody else may come to answer', () => {
  it('[CL-09] are none that the object of their uid answers', () => {
    expect(meaning(child(ownedBy('owner')), owner)).toEqual([]);
    const clusterScoped = nodeOf(identityOf('owner', { namespace: '' }));
    expect(meaning(child(ownedBy('owner')), clusterScoped)).toEqual([]);
    expect(meaning(child(), owner)).toEqual([]);
  });

  it.each([
    ['nobody has its uid', undefined],
    ['nobody has seen its uid', new GraphNode(identityOf('owner'), true)],
    ['its uid has another name', nodeOf(identityOf('other'))],
    ['its uid is of another kind', nodeOf(identityOf('owner', { kind: 'Secret' }))],
    ['its uid is in another namespace', nodeOf(identityOf('owner', { namespace: 'far' }))],
  ])('[CL-05] [CL-11] [CL-13] are those of which %s', (_words, bearer) => {
    const node = child(ownedBy('owner'));
    expect(meaning(node, bearer)).toEqual(NOTED);
    expect(meaning(node, bearer, 'another')).toEqual([]);
  });

  it('are known by kind and name, as long as the object has them', () => {
    const unsettled = new UnsettledReferences();
    const other = nodeOf(identityOf('other'), [ownedBy('owner')]);
    const means = (kind: string, name: string): string[] => [...unsettled.meaning({ kind, name })];
    for (const node of [child(ownedBy('owner'), ownedBy('x', { kind: 'Secret' })), other]) {
      unsettled.update(node, () => undefined);
    }
    expect(means('ConfigMap', 'owner')).toEqual(['child-uid', 'other-uid']);
    expect([means('Secret', 'x'), means('ConfigMap', 'x')]).toEqual([NOTED, []]);
    unsettled.update(child(ownedBy('x', { kind: 'Secret' })), () => undefined);
    expect([means('ConfigMap', 'owner'), means('Secret', 'x')]).toEqual([['other-uid'], NOTED]);
    unsettled.forget('other-uid');
    unsettled.forget('unknown');
    expect([means('ConfigMap', 'owner'), means('Secret', 'x')]).toEqual([[], NOTED]);
    unsettled.update(child(), () => undefined);
    expect(means('Secret', 'x')).toEqual([]);
  });
});
