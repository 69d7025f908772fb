import { describe, expect, it } from 'vitest';
import {
  DUMP,
  lines,
  POD,
  POD_ID,
  pass,
  REFERENCE,
  REFERENCE_JSON,
  SET,
  SET_ID,
} from './processed.ts';

type Moment = readonly [rule: string, level: string, line136: string, line117: string | undefined];

/** Rule and level of each moment, then the line of 1.36 and that of 1.17, which has fewer. */
function moments(table: string): Moment[] {
  return table
    .trim()
    .split('\n\n')
    .map((each) => {
      const [head = '', line136 = '', line117] = each
        .split('\n')
        .map((line) =>
          line
            .replaceAll('<pod>', POD_ID)
            .replaceAll('<set>', SET_ID)
            .replaceAll('<reference>', REFERENCE_JSON)
            .replaceAll('<dump>', DUMP),
        );
      const [, rule = '', level = ''] = /^\[(.*)\] (\d)$/.exec(head) ?? [];
      return [rule, level, line136, line117];
    });
}

/** What is noted while an event is processed or a pass runs. */
const NOTED = moments(`
[GB-05] 2
"item references an owner but does not match namespaces" item="<pod>" owner="<set>"
node <pod> references an owner <set> but does not match namespaces

[GB-06] 2
"replacing virtual item with observed item" virtual="<set>" observed="<pod>"
replacing virtual node <set> with observed node <pod>

[GB-25] 5
"add virtual item" identity="<pod>"
add virtual node.identity: <pod>

[GB-27] 2
"item references an owner but does not match namespaces" item="<pod>" owner="<set>"
node <pod> references an owner <set> but does not match namespaces

[GB-28] 2
"item references an owner with coordinates that do not match the observed identity" item="<pod>" owner="<set>"
node <pod> references an owner <set> with coordinates that do not match the observed identity

[GB-35] 5
"add item to attemptToOrphan" item="<pod>"
add <pod> to the attemptToOrphan

[GB-36] 2
"add item to attemptToDelete, because it's waiting for its dependents to be deleted" item="<pod>"
add <pod> to the attemptToDelete, because it's waiting for its dependents to be deleted

[GB-40] 5
"item doesn't exist in the graph, this shouldn't happen" item="p-1"
p-1 doesn't exist in the graph, this shouldn't happen

[GB-44] 5
"cannot find uid in uidToNode" uid="r-1"
cannot find r-1 in uidToNode

[AD-01] 2
"Processing item" item="<pod>" virtual=true
processing item <pod>

[AD-14] 2
"item has at least one existing owner, will not garbage collect" item="<pod>" owner=[<reference>]
object <pod> has at least one existing owner: <dump>, will not garbage collect

[AD-15] 2
"at least one owner of item has FinalizerDeletingDependents, and the item itself has dependents, so it is going to be deleted in Foreground" item="<pod>"
at least one owner of object <pod> has FinalizerDeletingDependents, and the object itself has dependents, so it is going to be deleted in Foreground

[AD-16] 2
"processing item, some of its owners and its dependent have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the item is going to be deleted with Foreground" item="<pod>" dependent="<set>"
processing object <pod>, some of its owners and its dependent [<set>] have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the object is going to be deleted with Foreground

[AD-17] 2
"Deleting item" item="<pod>" propagationPolicy="Orphan"
delete object <pod> with propagation policy Orphan

[CL-01] 5
"according to the absentOwnerCache, item's owner does not exist" item="<pod>" owner=<reference>
according to the absentOwnerCache, object p-1's owner apps/v1/ReplicaSet, set does not exist

[CL-02] 5
"according to the absentOwnerCache, item's owner does not exist in namespace" item="<pod>" owner=<reference>
according to the absentOwnerCache, object p-1's owner apps/v1/ReplicaSet, set does not exist in namespace shop

[CL-04] 2
"item is cluster-scoped, but refers to a namespaced owner" item="<pod>" owner=<reference>
object <pod> is cluster-scoped, but refers to a namespaced owner of type apps/v1/ReplicaSet

[CL-05] 5
"item's owner is not found" item="<pod>" owner=<reference>
object p-1's owner apps/v1/ReplicaSet, set is not found

[CL-07] 5
"item's owner is not found, UID mismatch" item="<pod>" owner=<reference>
object p-1's owner apps/v1/ReplicaSet, set is not found, UID mismatch

[FG-01] 2
"remove DeleteDependents finalizer for item" item="<pod>"
remove DeleteDependents finalizer for item <pod>

[FG-02] 2
"adding dependent to attemptToDelete, because its owner is deletingDependents" item="<pod>" dependent="<set>"
adding <set> to attemptToDelete, because its owner <pod> is deletingDependents

[FR-05] 5
"finalizer already removed from object" finalizer="orphan" object="<pod>"
`);

/** How a delete pass ended. */
const ENDED = moments(`
[AD-02] 5
"processing item returned at once, because its DeletionTimestamp is non-nil" item="<pod>"
processing item <pod> returned at once, because its DeletionTimestamp is non-nil

[AD-07] 5
"item not found, generating a virtual delete event" item="<pod>"
item <pod> not found, generating a virtual delete event

[AD-09] 5
"UID doesn't match, item not found, generating a virtual delete event" item="<pod>"
UID doesn't match, item <pod> not found, generating a virtual delete event

[AD-11] 2
"item doesn't have an owner, continue on next item" item="<pod>"
object <pod>'s doesn't have an owner, continue on next item

[AD-W2] 5
"item no longer in the graph, skipping attemptToDeleteItem" item="<pod>"
item <pod> no longer in the graph, skipping attemptToDeleteItem

[AD-W3] 5
"item no longer virtual in the graph, skipping attemptToDeleteItem on virtual node" item="<pod>"
item <pod> no longer virtual in the graph, skipping attemptToDeleteItem on virtual node
`);

/** Everything that a note can hold. */
const MORE = {
  other: SET,
  reference: REFERENCE,
  references: { solid: [REFERENCE], dangling: [], waiting: [] },
  policy: 'Orphan',
  finalizer: 'orphan',
  virtual: true,
} as const;

function written(level: string, line: string | undefined): string[] {
  return line === undefined ? [] : [`info ${level} ${line}`];
}

describe('the line of a moment', () => {
  it.each(NOTED)('[%s] is of level %s, and has these words', (rule, level, line136, line117) => {
    const notes = [{ rule, subject: POD, ...MORE }];
    expect(lines('v1.36', pass('AD-17'), notes)).toEqual(written(level, line136));
    expect(lines('v1.17', pass('AD-17'), notes)).toEqual(written(level, line117));
  });

  it.each(ENDED)('[%s] is of level %s, and has these words', (rule, level, line136, line117) => {
    expect(lines('v1.36', pass(rule))).toEqual(written(level, line136));
    expect(lines('v1.17', pass(rule))).toEqual(written(level, line117));
  });

  it('is not written for every note', () => {
    expect(lines('v1.36', pass('AD-17'), [{ rule: 'GB-10', subject: POD }])).toEqual([]);
  });
});
