import { describe, expect, it } from 'vitest';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import { graphFixture } from '../support/graph-fixture.ts';
import { identityOf, metaOf, ownedBy } from '../support/nodes.ts';
import { flags, meta, OBJECT, OWNER, seen, uidOf } from '../support/ordinary-object.ts';

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
