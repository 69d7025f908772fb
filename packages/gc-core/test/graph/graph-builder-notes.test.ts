import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { Note } from '../../src/meta/note.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../../src/meta/object-reference.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';

const [a, b, o] = [identityOf('a'), identityOf('b'), identityOf('o')];
const far = { ...b, namespace: 'far' };
const node = identityOf('n', { kind: 'Node', namespace: '' });
const blocking = ownedBy('b', { blockOwnerDeletion: true });

function added(identity: ObjectReference, ...ownerReferences: OwnerReference[]): GraphChange {
  const meta = metaOf(identity.name, { uid: identity.uid, ownerReferences });
  return { type: 'ADDED', identity, meta };
}

function modified(identity: ObjectReference, more: Partial<ObjectMeta>): GraphChange {
  const { name, uid } = identity;
  return {
    type: 'MODIFIED',
    identity,
    meta: metaOf(name, { uid, ...more }),
    oldMeta: metaOf(name),
  };
}

function deleted(identity: ObjectReference, virtual = false): GraphChange {
  return { type: 'DELETED', identity, virtual };
}

/** What happens, and what is noted of the last change. */
const CASES: readonly (readonly [string, readonly GraphChange[], readonly Note[]])[] = [
  [
    '[GB-25] an owner nobody has seen',
    [added(a, ownedBy('b'))],
    [
      { rule: 'GB-10', subject: a },
      { rule: 'GB-25', subject: b, other: a },
    ],
  ],
  [
    '[GB-04] the owner, seen as it was named',
    [added(a, ownedBy('b')), added(b)],
    [
      { rule: 'GB-04', subject: b },
      { rule: 'GB-16', subject: b },
    ],
  ],
  [
    '[GB-05] [GB-06] the owner, seen in another namespace',
    [added(a, ownedBy('b')), added(far)],
    [
      { rule: 'GB-05', subject: a, other: far },
      { rule: 'GB-06', subject: far, other: b },
      { rule: 'GB-16', subject: far },
    ],
  ],
  [
    '[GB-06] the owner, seen without a namespace and under another kind',
    [added(a, ownedBy('n')), added(node)],
    [
      { rule: 'GB-06', subject: node, other: identityOf('n') },
      { rule: 'GB-16', subject: node },
    ],
  ],
  [
    '[GB-27] [GB-31] an owner in another namespace',
    [added(far), added(a, ownedBy('b'))],
    [
      { rule: 'GB-10', subject: a },
      { rule: 'GB-27', subject: a, other: far },
      { rule: 'GB-31', subject: a },
    ],
  ],
  [
    '[GB-28] [GB-31] an owner under another name',
    [added(b), added(a, ownedBy('b', { name: 'wrong' }))],
    [
      { rule: 'GB-10', subject: a },
      { rule: 'GB-28', subject: a, other: b },
      { rule: 'GB-31', subject: a },
    ],
  ],
  [
    '[GB-28] [GB-31] nobody has seen the owner, which another dependent names differently',
    [added(identityOf('c'), ownedBy('b')), added(a, ownedBy('b', { name: 'wrong' }))],
    [
      { rule: 'GB-10', subject: a },
      { rule: 'GB-31', subject: a },
    ],
  ],
  [
    '[GB-29] a cluster-scoped dependent of a namespaced owner nobody has seen',
    [added(a, ownedBy('b')), added(node, ownedBy('b'))],
    [
      { rule: 'GB-10', subject: node },
      { rule: 'GB-31', subject: node },
    ],
  ],
  [
    '[GB-29] a second cluster-scoped dependent of an owner nobody has seen',
    [added(identityOf('m', { namespace: '' }), ownedBy('o')), added(node, ownedBy('o'))],
    [{ rule: 'GB-10', subject: node }],
  ],
  [
    '[GB-30] a second dependent in the namespace of an owner nobody has seen',
    [added(b, ownedBy('o')), added(a, ownedBy('o'))],
    [{ rule: 'GB-10', subject: a }],
  ],
  [
    '[GB-44] a blocking reference to an owner that is gone goes',
    [added(b), added(a, blocking), deleted(b), modified(a, {})],
    [
      { rule: 'GB-13', subject: a },
      { rule: 'GB-44', subject: a, reference: blocking },
    ],
  ],
  [
    '[GB-36] the start of a foreground deletion',
    [added(a), modified(a, { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] })],
    [
      { rule: 'GB-16', subject: a },
      { rule: 'GB-36', subject: a },
    ],
  ],
  [
    '[GB-35] finalizers of who stays',
    [added(a), modified(a, { finalizers: ['orphan'] })],
    [{ rule: 'GB-16', subject: a }],
  ],
  ['[GB-40] the unknown goes', [deleted(a)], [{ rule: 'GB-40', subject: a }]],
  [
    '[GB-43] the dependent of an owner that waits goes',
    [
      added(b),
      modified(b, { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] }),
      added(a, ownedBy('b'), ownedBy('b')),
      deleted(a),
    ],
    [
      { rule: 'GB-41', subject: a },
      { rule: 'GB-43', subject: a, other: b },
    ],
  ],
  [
    '[GB-42a] a virtual owner is absent, and nobody disputes it',
    [added(a, ownedBy('o')), deleted(o, true)],
    [
      { rule: 'GB-42a', subject: o },
      { rule: 'GB-43', subject: o },
    ],
  ],
  [
    '[GB-42b] [AL-06] a virtual owner is absent under one of two names',
    [added(a, ownedBy('o')), added(b, ownedBy('o', { kind: 'Secret' })), deleted(o, true)],
    [
      { rule: 'GB-42b', subject: o, other: o },
      { rule: 'AL-06', subject: { ...o, kind: 'Secret' }, other: o },
    ],
  ],
  [
    '[GB-42c] a name is absent under which an observed owner was asked for',
    [added(o), added(a, ownedBy('o', { kind: 'Secret' })), deleted({ ...o, kind: 'Secret' }, true)],
    [{ rule: 'GB-42c', subject: o, other: { ...o, kind: 'Secret' } }],
  ],
  [
    '[GB-42d] an observed owner is absent',
    [added(o), deleted(o, true)],
    [{ rule: 'GB-42d', subject: o }],
  ],
];

describe('notes of the graph builder', () => {
  it.each(CASES)('%s', (_name, changes, notes) => {
    const fixture = graphFixture();
    for (const change of changes) {
      fixture.notes.length = 0;
      fixture.process(change);
    }
    expect(fixture.notes).toEqual(notes);
  });

  it('[EV-02] [EV-03] on the dependent, the Event speaks of its first reference with the uid of the owner', () => {
    const { events, process } = graphFixture();
    process(added(far));
    process(added(a, ownedBy('x'), ownedBy('b', { name: 'first' }), ownedBy('b')));
    expect(events).toHaveLength(1);
    expect(events[0]?.message).toContain('name: first, uid: b-uid');
    expect(events[0]?.involvedObject).toEqual(a);
  });

  it('[EV-05] an unobserved owner is not reported, whatever namespace was guessed', () => {
    const { enqueued, events, process } = graphFixture();
    process(added({ ...o, namespace: 'far' }, ownedBy('x')));
    enqueued.splice(0);
    process(added(a, ownedBy('x')));
    expect([enqueued, events]).toEqual([['a-uid'], []]);
  });

  it('[GB-16] an update that changes no reference enqueues nothing', () => {
    const { enqueued, graph, process } = graphFixture();
    process(added(o));
    const meta = metaOf('a', { ownerReferences: [ownedBy('o')] });
    process({ type: 'ADDED', identity: a, meta });
    const labelled = { ...meta, labels: { a: 'b' } };
    process({ type: 'MODIFIED', identity: a, meta: labelled, oldMeta: meta });
    expect([enqueued, graph.get('a-uid')?.owners]).toEqual([[], [ownedBy('o')]]);
  });
});
