import { describe, expect, it } from 'vitest';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import {
  flags,
  isRefreshed,
  meta,
  OBJECT,
  OWNER,
  seen,
  uidOf,
} from '../support/ordinary-object.ts';

const BOTH = [undefined, false, true];
const deletionTimestamp = '2026-01-01T00:00:00Z';

describe('what an update takes over', () => {
  it.each(BOTH.flatMap((controller) => BOTH.map((block) => flags(controller, block))))(
    '[DM-04] [DM-05] the start of a deletion leaves the owner and its flags: %j',
    (reference) => {
      const { graph, process } = seen({ ownerReferences: [reference] });
      const identity = identityOf('object', { uid: OBJECT });
      const deleted = meta({ ownerReferences: [reference], deletionTimestamp });
      process({ type: 'MODIFIED', identity, meta: deleted });
      expect(graph.get(OBJECT)?.meta).toEqual(deleted);
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
      const identity = identityOf('object', { uid: OBJECT });
      const before = meta({ deletionTimestamp, finalizers: ['a/b'] });
      process({ type: 'ADDED', identity, meta: before });
      const ownerReferences = [ownedBy('object', { uid: OBJECT })];
      const dependent = metaOf('x', { uid: uidOf(4), ownerReferences });
      process({ type: 'ADDED', identity: identityOf('x', { uid: uidOf(4) }), meta: dependent });
      const update = (now: ObjectMeta, oldMeta: ObjectMeta): void =>
        process({ type: 'MODIFIED', identity, meta: now, oldMeta });
      enqueued.length = 0;
      update({ ...before, resourceVersion: '8' }, before);
      expect([enqueued, orphaned]).toEqual([[], []]);
      const after = meta({ deletionTimestamp, finalizers: ['a/b', finalizer] });
      update(after, before);
      expect([enqueued, orphaned]).toEqual([enqueuedThen, orphanedThen]);
    },
  );
});

describe('what differs in an update of flags', () => {
  const references = BOTH.flatMap((controller) => BOTH.map((block) => flags(controller, block)));

  it.each(references)(
    '[GB-13] [GB-14] is told from the flags that the reference had: %j',
    (before) => {
      for (const after of references) {
        const { notes, process } = seen({ ownerReferences: [before] });
        notes.length = 0;
        const identity = identityOf('object', { uid: OBJECT });
        process({ type: 'MODIFIED', identity, meta: meta({ ownerReferences: [after] }) });
        const unblocks = before.blockOwnerDeletion === true && after.blockOwnerDeletion !== true;
        expect(notes.map(({ rule }) => rule)).toEqual([
          after === before ? 'GB-16' : 'GB-13',
          ...(unblocks ? ['GB-14'] : []),
        ]);
      }
    },
  );
});

/** A uid that differs from others in its first eight digits. */
function early(serial: number): string {
  return `${serial.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

/** A graph with these owners, in this order, and then a dependent of each; `uids` are those of the dependents. */
function owned(owners: readonly { readonly uid: string; readonly name: string }[]): {
  readonly uids: readonly string[];
  ownerOf(uid: string): (string | undefined)[];
  isTold(uid: string): boolean;
} {
  const { graph, process } = graphFixture();
  const add = (uid: string, name: string, more: Partial<ObjectMeta> = {}): void =>
    process({
      type: 'ADDED',
      identity: identityOf(name, { uid }),
      meta: metaOf(name, { uid, ...more }),
    });
  for (const { uid, name } of owners) add(uid, name);
  const uids = owners.map((_, at) => uidOf(1000 + at));
  for (const [at, { uid, name }] of owners.entries()) {
    add(uids[at] ?? '', 'x', { ownerReferences: [ownedBy(name, { uid })] });
  }
  return {
    uids,
    ownerOf: (uid) => {
      const node = graph.get(uid);
      return node ? graph.ownersOf(node).map((each) => each.uid) : [undefined];
    },
    isTold: (uid) => isRefreshed(graph, uid, graph.get(uid)?.meta ?? meta()),
  };
}

describe('where an owner was found', () => {
  it('is known the next time, for each of many', () => {
    const owners = Array.from({ length: 200 }, (_, at) => ({ uid: early(at + 1), name: 'o' }));
    const { uids, ownerOf, isTold } = owned(owners);
    for (const _ of ['first', 'again', 'once more']) {
      expect(uids.map(ownerOf)).toEqual(owners.map(({ uid }) => [uid]));
    }
    expect(uids.filter((uid) => !isTold(uid))).toEqual([]);
  });

  it('is not taken from a long name that stands before, and leaves that as it is', () => {
    const owners = [
      { uid: uidOf(1), name: `${'a'.repeat(20)}\u0001` },
      { uid: uidOf(2), name: 'o' },
    ];
    const { uids, ownerOf, isTold } = owned(owners);
    expect(uids.toReversed().map(ownerOf)).toEqual([[uidOf(2)], [uidOf(1)]]);
    expect(uids.map(isTold)).toEqual([true, true]);
  });
});
