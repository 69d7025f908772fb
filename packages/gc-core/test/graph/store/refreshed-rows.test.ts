import { describe, expect, it } from 'vitest';
import { graphFixture } from '../../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../../support/nodes.ts';
import {
  ALL_FLAGS,
  change,
  earlyUid,
  isRefreshed,
  meta,
  OBJECT,
  OWNER,
  seen,
  uidOf,
} from '../../support/ordinary-object.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';

describe('what an update takes over', () => {
  it.each(ALL_FLAGS)(
    '[DM-04] [DM-05] the start of a deletion leaves the owner and its flags: %j',
    (reference) => {
      const { graph, process } = seen({ ownerReferences: [reference] });
      const deleted = { ownerReferences: [reference], deletionTimestamp };
      process(change(OBJECT, deleted));
      expect(graph.get(OBJECT)?.meta).toEqual(meta(deleted));
      expect(graph.get(OBJECT)?.beingDeleted).toBe(true);
      expect([...(graph.get(OWNER)?.dependents ?? [])]).toEqual([graph.get(OBJECT)]);
    },
  );

  it.each([
    ['GB-36', 'foregroundDeletion', [uidOf(4), OBJECT], []],
    ['GB-35', 'orphan', [], [OBJECT]],
  ] as const)(
    '[%s] a finalizer %s that comes late is noticed also where nobody listens',
    (_, finalizer, enqueuedThen, orphanedThen) => {
      const { enqueued, orphaned, process } = graphFixture(500, 'v1.36', false);
      const before = { deletionTimestamp, finalizers: ['a/b'] };
      const oldMeta = meta(before);
      process(change(OBJECT, before));
      process(change(uidOf(4), { ownerReferences: [ownedBy('object', { uid: OBJECT })] }));
      enqueued.length = 0;
      process({ ...change(OBJECT, { ...before, resourceVersion: '8' }), oldMeta });
      expect([enqueued, orphaned]).toEqual([[], []]);
      process({ ...change(OBJECT, { ...before, finalizers: ['a/b', finalizer] }), oldMeta });
      expect([enqueued, orphaned]).toEqual([enqueuedThen, orphanedThen]);
    },
  );

  it.each(ALL_FLAGS)(
    '[GB-13] [GB-14] what differs in flags is told from those that the reference had: %j',
    (before) => {
      for (const after of ALL_FLAGS) {
        const { notes, process } = seen({ ownerReferences: [before] });
        notes.length = 0;
        process(change(OBJECT, { ownerReferences: [after] }));
        const unblocks = before.blockOwnerDeletion === true && after.blockOwnerDeletion !== true;
        expect(notes.map(({ rule }) => rule)).toEqual([
          after === before ? 'GB-16' : 'GB-13',
          ...(unblocks ? ['GB-14'] : []),
        ]);
      }
    },
  );
});

/** A graph with these owners, in this order, and then a dependent of each; `uids` are those of the dependents. */
function owned(owners: readonly { readonly uid: string; readonly name: string }[]): {
  readonly uids: readonly string[];
  ownerOf(uid: string): (string | undefined)[];
  isReported(uid: string): boolean;
} {
  const { graph, process } = graphFixture();
  for (const { uid, name } of owners) {
    process({ type: 'ADDED', identity: identityOf(name, { uid }), meta: metaOf(name, { uid }) });
  }
  const uids = owners.map((_, at) => uidOf(1000 + at));
  for (const [at, { uid, name }] of owners.entries()) {
    process(change(uids[at] ?? '', { ownerReferences: [ownedBy(name, { uid })] }));
  }
  return {
    uids,
    ownerOf: (uid) => {
      const node = graph.get(uid);
      return node ? graph.ownersOf(node).map((each) => each.uid) : [undefined];
    },
    isReported: (uid) => isRefreshed(graph, uid, graph.get(uid)?.meta ?? meta()),
  };
}

describe('where an owner was found', () => {
  it('is known the next time, for each of many', () => {
    const owners = Array.from({ length: 200 }, (_, at) => ({ uid: earlyUid(at + 1), name: 'o' }));
    const { uids, ownerOf, isReported } = owned(owners);
    for (const _ of ['first', 'again', 'once more']) {
      expect(uids.map(ownerOf)).toEqual(owners.map(({ uid }) => [uid]));
    }
    expect(uids.filter((uid) => !isReported(uid))).toEqual([]);
  });

  it('is not taken from a long name that stands before, and leaves that as it is', () => {
    const owners = [
      { uid: uidOf(11), name: `${'a'.repeat(20)}\u0001` },
      { uid: uidOf(12), name: 'o' },
    ];
    const { uids, ownerOf, isReported } = owned(owners);
    expect(uids.toReversed().map(ownerOf)).toEqual([[uidOf(12)], [uidOf(11)]]);
    expect(uids.map(isReported)).toEqual([true, true]);
  });
});
