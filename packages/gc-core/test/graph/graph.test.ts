import { describe, expect, it } from 'vitest';
import { brokenLinks } from '../support/broken-links.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

const [a, b] = [identityOf('a'), identityOf('b')];

describe('Graph', () => {
  it('gives each changed node once, as it is now, and then forgets it', () => {
    const { graph, process } = graphFixture();
    process({ type: 'ADDED', identity: a, meta: metaOf('a', { ownerReferences: [ownedBy('b')] }) });
    process({ type: 'MODIFIED', identity: a, meta: metaOf('a', { finalizers: ['x/y'] }) });
    const { upserts, removes } = graph.takeDelta();
    expect(upserts.map(({ uid, virtual }) => [uid, virtual])).toEqual([
      ['a-uid', false],
      ['b-uid', true],
    ]);
    expect(upserts[0]).toMatchObject({ owners: [], finalizers: ['x/y'], resourceVersion: '7' });
    expect(removes).toEqual([]);
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: [] });
  });

  it('names a uid once when another node took the place of a changed one', () => {
    const { graph, process } = graphFixture();
    process({ type: 'ADDED', identity: a, meta: metaOf('a') });
    const before = graph.get('a-uid');
    if (before) graph.set(before.cloneAs(a));
    expect(graph.takeTouched()).toEqual(['a-uid']);
    if (before) graph.touch(before);
    expect(graph.takeTouched()).toEqual([]);
  });

  it('a node that came and went is a removal, one that went and came a change', () => {
    const { graph, process } = graphFixture();
    process({ type: 'ADDED', identity: a, meta: metaOf('a') });
    process({ type: 'DELETED', identity: a });
    expect(graph.takeDelta()).toEqual({ upserts: [], removes: ['a-uid'] });
    process({ type: 'ADDED', identity: a, meta: metaOf('a') });
    graph.takeDelta();
    process({ type: 'DELETED', identity: a });
    process({ type: 'ADDED', identity: a, meta: metaOf('a') });
    expect(graph.takeTouched()).toEqual(['a-uid']);
  });

  it('[GB-44] dependents of a removed node are part of the change', () => {
    const { graph, process } = graphFixture();
    process({ type: 'ADDED', identity: b, meta: metaOf('b') });
    process({ type: 'ADDED', identity: a, meta: metaOf('a', { ownerReferences: [ownedBy('b')] }) });
    graph.takeDelta();
    process({ type: 'DELETED', identity: b });
    expect(graph.takeTouched().toSorted()).toEqual(['a-uid', 'b-uid']);
  });

  it('[DM-12] broken links are found in both directions', () => {
    const { graph } = graphFixture();
    const owner = nodeOf(b);
    graph.set(owner);
    graph.set(nodeOf(a, [ownedBy('b')]));
    expect(brokenLinks(graph)).toEqual(['b-uid lacks its dependent a-uid']);
    expect(brokenLinks(graph, new Set(['b-uid']))).toEqual([]);
    owner.addDependent(nodeOf(identityOf('z')));
    owner.addDependent(nodeOf(identityOf('y'), [ownedBy('x')]));
    expect(brokenLinks(graph)).toEqual([
      'b-uid lists z-uid, which does not name it',
      'b-uid lists y-uid, which does not name it',
      'b-uid lacks its dependent a-uid',
    ]);
  });
});
