import type { OwnerReference } from '../../meta/object-reference.ts';
import type { NodeRecord, VerdictSummary } from '../../wire/node-record.ts';

/**
 * Whether two states of an object look the same. The resourceVersion alone is no difference: leases and nodes would
 * fill the stream with heartbeats.
 */
export function sameRecord(a: NodeRecord, b: NodeRecord): boolean {
  return (
    a.uid === b.uid &&
    a.name === b.name &&
    a.namespace === b.namespace &&
    a.kind === b.kind &&
    a.apiVersion === b.apiVersion &&
    a.virtual === b.virtual &&
    a.beingDeleted === b.beingDeleted &&
    a.deletingDependents === b.deletingDependents &&
    a.creationTimestamp === b.creationTimestamp &&
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds &&
    sameList(a.owners, b.owners, sameOwner) &&
    sameList(a.finalizers, b.finalizers, Object.is) &&
    sameSummary(a.summary, b.summary)
  );
}

function sameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return (
    a.uid === b.uid &&
    a.name === b.name &&
    a.kind === b.kind &&
    a.apiVersion === b.apiVersion &&
    a.controller === b.controller &&
    a.blockOwnerDeletion === b.blockOwnerDeletion
  );
}

function sameSummary(a: VerdictSummary | undefined, b: VerdictSummary | undefined): boolean {
  return (
    a?.verdict === b?.verdict &&
    a?.rule === b?.rule &&
    a?.when === b?.when &&
    a?.blockedBy === b?.blockedBy &&
    sameList(a?.wrong ?? [], b?.wrong ?? [], (x, y) => x.index === y.index && x.fault === y.fault)
  );
}

function sameList<Item>(
  a: readonly Item[],
  b: readonly Item[],
  same: (a: Item, b: Item) => boolean,
): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      a.every((item, index) => {
        const other = b[index];
        return other !== undefined && same(item, other);
      }))
  );
}
