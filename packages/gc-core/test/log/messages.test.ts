import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/collector/attempt.ts';
import type { Processed } from '../../src/collector/collector.ts';
import { GraphNode } from '../../src/graph/graph-node.ts';
import { logLines } from '../../src/log/log-lines.ts';
import type { Note } from '../../src/meta/note.ts';

const POD = { apiVersion: 'v1', kind: 'Pod', namespace: 'shop', name: 'web', uid: 'p-1' };
const SET = { apiVersion: 'v1', kind: 'ReplicaSet', namespace: 'shop', name: 'set', uid: 'r-1' };
const REFERENCE = { apiVersion: 'v1', kind: 'ReplicaSet', name: 'set', uid: 'r-1' };
const POD_ID = '[v1/Pod, namespace: shop, name: web, uid: p-1]';
const SET_ID = '[v1/ReplicaSet, namespace: shop, name: set, uid: r-1]';
const DUMP =
  '[]v1.OwnerReference{v1.OwnerReference{APIVersion:"v1", Kind:"ReplicaSet", Name:"set", UID:"r-1", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}}';

type Row = [rule: string, level: number, structured: string, klog?: string];

/** Lines of what is noted while an event is processed or a pass runs. */
const NOTED: readonly Row[] = [
  [
    'GB-05',
    2,
    'item references an owner but does not match namespaces',
    `node ${POD_ID} references an owner ${SET_ID} but does not match namespaces`,
  ],
  [
    'GB-06',
    2,
    'replacing virtual item with observed item',
    `replacing virtual node ${SET_ID} with observed node ${POD_ID}`,
  ],
  ['GB-25', 5, 'add virtual item', `add virtual node.identity: ${POD_ID}`],
  [
    'GB-27',
    2,
    'item references an owner but does not match namespaces',
    `node ${POD_ID} references an owner ${SET_ID} but does not match namespaces`,
  ],
  [
    'GB-28',
    2,
    'item references an owner with coordinates that do not match the observed identity',
    `node ${POD_ID} references an owner ${SET_ID} with coordinates that do not match the observed identity`,
  ],
  ['GB-35', 5, 'add item to attemptToOrphan', `add ${POD_ID} to the attemptToOrphan`],
  [
    'GB-36',
    2,
    "add item to attemptToDelete, because it's waiting for its dependents to be deleted",
    `add ${POD_ID} to the attemptToDelete, because it's waiting for its dependents to be deleted`,
  ],
  [
    'GB-40',
    5,
    "item doesn't exist in the graph, this shouldn't happen",
    "p-1 doesn't exist in the graph, this shouldn't happen",
  ],
  ['GB-44', 5, 'cannot find uid in uidToNode', 'cannot find r-1 in uidToNode'],
  ['AD-01', 2, 'Processing item', `processing item ${POD_ID}`],
  [
    'AD-13',
    5,
    "classify item's references",
    `classify references of ${POD_ID}.\nsolid: ${DUMP}\ndangling: []v1.OwnerReference(nil)\nwaitingForDependentsDeletion: []v1.OwnerReference(nil)`,
  ],
  [
    'AD-14',
    2,
    'item has at least one existing owner, will not garbage collect',
    `object ${POD_ID} has at least one existing owner: ${DUMP}, will not garbage collect`,
  ],
  [
    'AD-15',
    2,
    'at least one owner of item has FinalizerDeletingDependents, and the item itself has dependents, so it is going to be deleted in Foreground',
    `at least one owner of object ${POD_ID} has FinalizerDeletingDependents, and the object itself has dependents, so it is going to be deleted in Foreground`,
  ],
  [
    'AD-16',
    2,
    'processing item, some of its owners and its dependent have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the item is going to be deleted with Foreground',
    `processing object ${POD_ID}, some of its owners and its dependent [${SET_ID}] have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the object is going to be deleted with Foreground`,
  ],
  ['AD-17', 2, 'Deleting item', `delete object ${POD_ID} with propagation policy Background`],
  [
    'CL-01',
    5,
    "according to the absentOwnerCache, item's owner does not exist",
    "according to the absentOwnerCache, object p-1's owner v1/ReplicaSet, set does not exist",
  ],
  [
    'CL-02',
    5,
    "according to the absentOwnerCache, item's owner does not exist in namespace",
    "according to the absentOwnerCache, object p-1's owner v1/ReplicaSet, set does not exist in namespace shop",
  ],
  [
    'CL-04',
    2,
    'item is cluster-scoped, but refers to a namespaced owner',
    `object ${POD_ID} is cluster-scoped, but refers to a namespaced owner of type v1/ReplicaSet`,
  ],
  ['CL-05', 5, "item's owner is not found", "object p-1's owner v1/ReplicaSet, set is not found"],
  [
    'CL-07',
    5,
    "item's owner is not found, UID mismatch",
    "object p-1's owner v1/ReplicaSet, set is not found, UID mismatch",
  ],
  [
    'FG-01',
    2,
    'remove DeleteDependents finalizer for item',
    `remove DeleteDependents finalizer for item ${POD_ID}`,
  ],
  [
    'FG-02',
    2,
    'adding dependent to attemptToDelete, because its owner is deletingDependents',
    `adding ${SET_ID} to attemptToDelete, because its owner ${POD_ID} is deletingDependents`,
  ],
  ['FR-05', 5, 'finalizer already removed from object'],
];

/** Lines of how a delete pass ended. */
const ENDED: readonly Row[] = [
  [
    'AD-02',
    5,
    'processing item returned at once, because its DeletionTimestamp is non-nil',
    `processing item ${POD_ID} returned at once, because its DeletionTimestamp is non-nil`,
  ],
  [
    'AD-07',
    5,
    'item not found, generating a virtual delete event',
    `item ${POD_ID} not found, generating a virtual delete event`,
  ],
  [
    'AD-09',
    5,
    "UID doesn't match, item not found, generating a virtual delete event",
    `UID doesn't match, item ${POD_ID} not found, generating a virtual delete event`,
  ],
  [
    'AD-11',
    2,
    "item doesn't have an owner, continue on next item",
    `object ${POD_ID}'s doesn't have an owner, continue on next item`,
  ],
  [
    'AD-W2',
    5,
    'item no longer in the graph, skipping attemptToDeleteItem',
    `item ${POD_ID} no longer in the graph, skipping attemptToDeleteItem`,
  ],
  [
    'AD-W3',
    5,
    'item no longer virtual in the graph, skipping attemptToDeleteItem on virtual node',
    `item ${POD_ID} no longer virtual in the graph, skipping attemptToDeleteItem on virtual node`,
  ],
];

type Line = readonly [level: number, severity: string, message: string];

function pass(outcome: Outcome): Processed {
  return { queue: 'attemptToDelete', item: new GraphNode(POD, false), outcome };
}

function orphaning(outcome: Outcome): Processed {
  return { queue: 'attemptToOrphan', item: new GraphNode(POD, false), outcome };
}

/** Level, severity and message of each line, as 1.36 and as 1.17 writes it. */
function lines(processed: Processed, notes: readonly Note[] = []): Line[][] {
  return (['v1.36', 'v1.17'] as const).map((release) =>
    logLines(processed, notes, release).map(({ level, severity, message }): Line => {
      return [level, severity, message];
    }),
  );
}

function infos(level: number, ...messages: readonly (string | undefined)[]): Line[][] {
  return messages.map((message) => (message === undefined ? [] : [[level, 'info', message]]));
}

describe('the line of a moment', () => {
  it.each(NOTED)('[%s] is of level %i, and has these words', (rule, level, structured, klog) => {
    const references = { solid: [REFERENCE], dangling: [], waiting: [] };
    const more = { other: SET, reference: REFERENCE, references, policy: 'Background' } as const;
    const done = pass({ action: 'forget', rule: 'AD-17' });
    expect(lines(done, [{ rule, subject: POD, ...more }])).toEqual(infos(level, structured, klog));
  });

  it.each(ENDED)('[%s] is of level %i, and has these words', (rule, level, structured, klog) => {
    expect(lines(pass({ action: 'forget', rule }))).toEqual(infos(level, structured, klog));
  });

  it('[GB-02] of an event is of level 5', () => {
    const change = { type: 'ADDED', identity: POD, meta: { name: 'web', uid: 'p-1' } } as const;
    expect(lines({ queue: 'graphChanges', change })).toEqual(
      infos(
        5,
        'GraphBuilder process object',
        'GraphBuilder process object: v1/Pod, namespace shop, name web, uid p-1, event type add',
      ),
    );
  });

  it('[AD-14] of references that are removed is one more, of level 2', () => {
    const references = { solid: [REFERENCE], dangling: [REFERENCE], waiting: [] };
    const done = pass({ action: 'forget', rule: 'AD-14' });
    const written = lines(done, [{ rule: 'AD-14', subject: POD, references }]);
    expect(written.map((each) => each.slice(1))).toEqual(
      infos(
        2,
        'remove dangling references and waiting references for item',
        `remove dangling references ${DUMP} and waiting references []v1.OwnerReference(nil) for object ${POD_ID}`,
      ),
    );
  });

  it('[AD-W9] of a kind without mapping is of level 5, [AD-W10] of any other error an error', () => {
    const failed = (rule: string): Processed => pass({ action: 'requeue', rule, error: 'no' });
    const text = `error syncing item ${POD_ID}: no`;
    expect(lines(failed('AD-04'))).toEqual(infos(5, 'error syncing item', text));
    expect(lines(failed('AD-08'))).toEqual([
      [[0, 'error', 'Unhandled Error']],
      [[0, 'error', text]],
    ]);
  });

  it('[AD-W11] of a virtual item is of level 5', () => {
    expect(lines(pass({ action: 'requeue', rule: 'AD-11' })).map((each) => each.at(-1))).toEqual([
      [5, 'info', "item hasn't been observed via informer yet"],
      [5, 'info', `item ${POD_ID} hasn't been observed via informer yet`],
    ]);
  });

  it('[OR-07] of orphaned dependents is of level 5, [OR-06] of those that refuse an error', () => {
    expect(lines(orphaning({ action: 'forget', rule: 'OR-07' }))).toEqual(
      infos(
        5,
        'successfully updated all dependents',
        `successfully updated all dependents of owner ${POD_ID}`,
      ),
    );
    expect(lines(orphaning({ action: 'requeue', rule: 'OR-06', error: 'no' }))).toEqual([
      [[0, 'error', 'Unhandled Error']],
      [[0, 'error', 'no']],
    ]);
  });
});
