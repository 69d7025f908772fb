import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../src/meta/invariant.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../../src/meta/object-reference.ts';
import { brokenLinks } from '../support/broken-links.ts';
import { type GraphFixture, graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, nodeOf, ownedBy } from '../support/nodes.ts';

function see(
  fixture: GraphFixture,
  identity: ObjectReference,
  owners: readonly OwnerReference[] = [],
  more: Partial<ObjectMeta> = {},
): void {
  const meta = metaOf(identity.name, { uid: identity.uid, ownerReferences: owners, ...more });
  fixture.process({ type: 'ADDED', identity, meta });
  expect(brokenLinks(fixture.graph)).toEqual([]);
}

/** What was enqueued since the last time. */
function enqueued(fixture: GraphFixture): string[] {
  return fixture.enqueued.splice(0);
}

const [a, b] = [identityOf('a'), identityOf('b')];

describe('GraphBuilder', () => {
  it('[GB-04] [DM-07] a virtual owner seen as it was named becomes observed in place', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('b')]);
    const virtual = fixture.graph.get('b-uid');
    expect(enqueued(fixture)).toEqual(['b-uid']);
    see(fixture, b);
    expect(fixture.graph.get('b-uid')).toBe(virtual);
    expect(virtual?.virtual).toBe(false);
    expect(enqueued(fixture)).toEqual([]);
    fixture.process({ type: 'DELETED', identity: { ...b, name: 'wrong' }, virtual: true });
    expect(virtual?.virtual).toBe(false);
    fixture.process({ type: 'DELETED', identity: b, virtual: true });
    see(fixture, a, [ownedBy('b')]);
    expect(virtual?.virtual).toBe(false);
  });

  it('[GB-06] [DM-09] seen under another identity it is another node with the same dependents', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('b', { name: 'wrong' })]);
    const virtual = fixture.graph.get('b-uid');
    see(fixture, b);
    const observed = fixture.graph.get('b-uid');
    expect(observed).not.toBe(virtual);
    expect(virtual).toMatchObject({ virtual: true, identity: { name: 'wrong' } });
    expect(observed).toMatchObject({ virtual: false, identity: b });
    expect(observed?.dependents).toEqual(virtual?.dependents);
    expect(enqueued(fixture)).toEqual(['b-uid', 'a-uid']);
    expect(fixture.events).toEqual([]);
  });

  it('[DM-05] [DM-06] what was once seen in deletion stays marked', () => {
    const fixture = graphFixture();
    see(fixture, a);
    see(fixture, a, [], { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] });
    see(fixture, a, [], { deletionTimestamp: 'x', finalizers: ['x/y'] });
    see(fixture, a);
    const flags = { beingDeleted: true, deletingDependents: true };
    expect(fixture.graph.get('a-uid')).toMatchObject(flags);
  });

  it('[GB-11] [GB-13] [DM-12] an update links what is added and cuts what is removed', () => {
    const fixture = graphFixture();
    for (const name of ['x', 'y']) see(fixture, identityOf(name));
    see(fixture, a, [ownedBy('x')]);
    see(fixture, a, [ownedBy('y')]);
    expect(fixture.graph.get('x-uid')?.dependents.size).toBe(0);
    expect(fixture.graph.get('y-uid')?.dependents.size).toBe(1);
    expect(enqueued(fixture)).toEqual([]);
  });

  it('[GB-14] removed blocking references come before un-blocked ones, others enqueue nothing', () => {
    const fixture = graphFixture();
    const blocking = { blockOwnerDeletion: true };
    for (const name of ['p', 'q', 'r', 's']) see(fixture, identityOf(name));
    const before = [
      ownedBy('p', blocking),
      ownedBy('q', blocking),
      ownedBy('r'),
      ownedBy('s', blocking),
    ];
    see(fixture, a, before);
    see(fixture, a, [
      ownedBy('p'),
      ownedBy('r', blocking),
      ownedBy('s', { ...blocking, name: 's2' }),
    ]);
    expect(enqueued(fixture)).toEqual(['q-uid', 'p-uid']);
  });

  it('[GB-15] changed coordinates of the same uid are stored, and no node is checked', () => {
    const fixture = graphFixture();
    see(fixture, b);
    see(fixture, a, [ownedBy('b')]);
    see(fixture, a, [ownedBy('b', { kind: 'Secret' })]);
    expect(fixture.graph.get('a-uid')?.owners[0]?.kind).toBe('Secret');
    expect(enqueued(fixture)).toEqual([]);
  });

  it('[GB-19] a known node keeps its identity', () => {
    const fixture = graphFixture();
    see(fixture, a);
    see(fixture, { ...a, apiVersion: 'v2', kind: 'Secret' }, [ownedBy('b')]);
    expect(fixture.graph.get('a-uid')?.identity).toEqual(a);
    expect(fixture.graph.get('a-uid')?.owners).toHaveLength(1);
  });

  it('[GB-26] [GB-32] the first mismatch ends the checks, not the linking; virtual owners come first', () => {
    const fixture = graphFixture();
    for (const name of ['far', 'near']) see(fixture, identityOf(name, { namespace: 'elsewhere' }));
    see(fixture, a, [ownedBy('far'), ownedBy('near'), ownedBy('unseen'), ownedBy('also')]);
    expect(fixture.events.map((each) => each.involvedObject.name)).toEqual(['a']);
    expect(fixture.graph.get('near-uid')?.dependents.size).toBe(1);
    expect(enqueued(fixture)).toEqual(['unseen-uid', 'also-uid', 'a-uid']);
  });

  it('[GB-30] [EV-05] an observed cluster-scoped owner fits everywhere', () => {
    const fixture = graphFixture();
    see(fixture, identityOf('n', { kind: 'Node', namespace: '' }));
    see(fixture, a, [ownedBy('n', { kind: 'Node' })]);
    expect(enqueued(fixture)).toEqual([]);
    expect(fixture.events).toEqual([]);
  });

  it.each([
    ['a new finalizer on one in deletion', { deletionTimestamp: 'x' }, ['orphan'], true],
    ['the timestamp on one with the finalizer', { finalizers: ['orphan'] }, ['orphan'], true],
    ['nothing new', { deletionTimestamp: 'x', finalizers: ['orphan'] }, ['orphan'], false],
  ])('[GB-35] [GB-18] %s: %j', (_name, before, finalizers, starts) => {
    const fixture = graphFixture();
    see(fixture, a);
    const meta = metaOf('a', { deletionTimestamp: 'x', finalizers });
    fixture.process({ type: 'MODIFIED', identity: a, meta, oldMeta: metaOf('a', before) });
    expect(fixture.orphaned).toEqual(starts ? ['a-uid'] : []);
    expect(enqueued(fixture)).toEqual([]);
  });

  it('[GB-35] with both finalizers only the orphan queue gets the owner', () => {
    const fixture = graphFixture();
    see(fixture, b, [ownedBy('a')]);
    enqueued(fixture);
    const finalizers = ['foregroundDeletion', 'orphan'];
    const meta = metaOf('a', { deletionTimestamp: 'x', finalizers });
    fixture.process({ type: 'MODIFIED', identity: a, meta, oldMeta: metaOf('a') });
    expect(fixture.orphaned).toEqual(['a-uid']);
    expect(enqueued(fixture)).toEqual([]);
  });

  it('[GB-43] a removed node frees dependents first, then its waiting owners, and is remembered', () => {
    const fixture = graphFixture();
    const deleted = { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] };
    see(fixture, identityOf('top'), [], deleted);
    see(fixture, identityOf('calm'));
    see(fixture, b, [ownedBy('calm'), ownedBy('top')]);
    see(fixture, a, [ownedBy('b')]);
    enqueued(fixture);
    fixture.process({ type: 'DELETED', identity: { ...b, apiVersion: 'v9' } });
    expect(enqueued(fixture)).toEqual(['a-uid', 'top-uid']);
    expect(fixture.cache.entries()).toEqual([{ ...b, apiVersion: 'v9' }]);
    expect(fixture.graph.get('top-uid')?.dependents.size).toBe(0);
    expect(fixture.graph.get('a-uid')?.owners).toEqual([ownedBy('b')]);
    fixture.process({ type: 'DELETED', identity: a });
    expect(fixture.cache.entries()).toHaveLength(1);
  });

  it('[GB-42b] an owner disputed by others stays and is asked for under another identity, rate limited', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('o')]);
    see(fixture, b, [ownedBy('o', { kind: 'Secret' })]);
    enqueued(fixture);
    fixture.process({ type: 'DELETED', identity: identityOf('o'), virtual: true });
    expect(fixture.graph.get('o-uid')).toMatchObject({
      virtual: true,
      identity: { kind: 'Secret' },
    });
    expect(fixture.cache.entries()).toEqual([identityOf('o')]);
    expect(enqueued(fixture)).toEqual(['a-uid', 'o-uid (rate limited)']);
    // The old identity again: the node is another one by now and is not rotated.
    fixture.process({ type: 'DELETED', identity: identityOf('o'), virtual: true });
    expect(enqueued(fixture)).toEqual(['a-uid']);
  });

  it('[GB-42b] an owner disputed by none that names it has no other identity', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('o')]);
    fixture.graph.get('o-uid')?.addDependent(nodeOf(identityOf('z', { namespace: 'far' })));
    enqueued(fixture);
    fixture.process({ type: 'DELETED', identity: identityOf('o'), virtual: true });
    expect(fixture.graph.get('o-uid')?.identity).toEqual(identityOf('o'));
    expect(enqueued(fixture)).toEqual(['a-uid']);
  });

  it('[EV-07] one Event at most while a dependent is linked, and another when it is linked anew', () => {
    const fixture = graphFixture();
    for (const name of ['far', 'away']) see(fixture, identityOf(name, { namespace: 'elsewhere' }));
    const references = [ownedBy('far'), ownedBy('away')];
    see(fixture, a, references);
    see(fixture, a, references, { labels: { a: 'b' } });
    expect(fixture.events).toHaveLength(1);
    see(fixture, a);
    see(fixture, a, references);
    expect(fixture.events).toHaveLength(2);
  });

  it('[EV-06] no Event when the dependent has no such reference any more', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('b')]);
    const virtual = fixture.graph.get('b-uid');
    virtual?.addDependent(nodeOf(identityOf('z')));
    fixture.process({ type: 'ADDED', identity: { ...b, namespace: 'far' }, meta: metaOf('b') });
    expect(fixture.events.map((each) => each.involvedObject)).toEqual([a]);
  });

  it('[DM-13] the empty uid is a uid', () => {
    const fixture = graphFixture();
    see(fixture, identityOf('e', { uid: '' }));
    see(fixture, a, [ownedBy('e', { uid: '' })]);
    expect(fixture.graph.get('')?.dependents.size).toBe(1);
    expect(enqueued(fixture)).toEqual([]);
  });

  it('an owner of itself is linked to itself and checked when it goes', () => {
    const fixture = graphFixture();
    see(fixture, a, [ownedBy('a')]);
    fixture.process({ type: 'DELETED', identity: a });
    expect(enqueued(fixture)).toEqual(['a-uid']);
    expect(fixture.graph.size).toBe(0);
  });

  it('a change without metadata that is no deletion breaks a promise', () => {
    const wrong = (): void => graphFixture().process({ type: 'ADDED', identity: a });
    expect(wrong).toThrow(InvariantError);
    expect(wrong).toThrow('a change other than a deletion carries metadata');
  });
});
