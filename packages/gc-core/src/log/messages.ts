import type { LogLine } from './log-line.ts';

/** Where the value of a field comes from: a part of a note, of the event or of the outcome of a pass. */
export type ValueSource =
  | 'subject'
  | 'subject.apiVersion'
  | 'subject.kind'
  | 'subject.name'
  | 'subject.uid'
  | 'other'
  | 'reference'
  | 'reference.uid'
  | 'solid'
  | 'dangling'
  | 'waiting'
  | 'policy'
  | 'finalizer'
  | 'virtual'
  | 'eventType'
  | 'error'
  | 'itemError'
  | 'errorHandler';

/** A log message. */
export interface Message extends Pick<LogLine, 'level' | 'severity' | 'message'> {
  readonly fields: readonly (readonly [key: string, source: ValueSource])[];
}

/** The value of each key, in the order of the line. */
type Fields = Readonly<Record<string, ValueSource>>;

function info(level: 2 | 5, message: string, fields: Fields = ITEM): Message {
  return { level, severity: 'info', message, fields: Object.entries(fields) };
}

const ITEM: Fields = { item: 'subject' };
const ITEM_AND_OWNER: Fields = { item: 'subject', owner: 'reference' };
const ITEM_AND_OBSERVED_OWNER: Fields = { item: 'subject', owner: 'other' };
const NAMESPACE_MISMATCH = info(
  2,
  'item references an owner but does not match namespaces',
  ITEM_AND_OBSERVED_OWNER,
);
const CACHE_HIT = "according to the absentOwnerCache, item's owner does not exist";

/** Messages of 1.36 by moment: the rule that is noted, or how a pass ended. */
export const MESSAGES: ReadonlyMap<string, Message> = new Map(
  Object.entries<Message>({
    'GB-02': info(5, 'GraphBuilder process object', {
      apiVersion: 'subject.apiVersion',
      kind: 'subject.kind',
      object: 'subject.name',
      uid: 'subject.uid',
      eventType: 'eventType',
      virtual: 'virtual',
    }),
    'GB-05': NAMESPACE_MISMATCH,
    'GB-06': info(2, 'replacing virtual item with observed item', {
      virtual: 'other',
      observed: 'subject',
    }),
    'GB-25': info(5, 'add virtual item', { identity: 'subject' }),
    'GB-27': NAMESPACE_MISMATCH,
    'GB-28': info(
      2,
      'item references an owner with coordinates that do not match the observed identity',
      ITEM_AND_OBSERVED_OWNER,
    ),
    'GB-35': info(5, 'add item to attemptToOrphan'),
    'GB-36': info(
      2,
      "add item to attemptToDelete, because it's waiting for its dependents to be deleted",
    ),
    'GB-40': info(5, "item doesn't exist in the graph, this shouldn't happen", {
      item: 'subject.uid',
    }),
    'GB-44': info(5, 'cannot find uid in uidToNode', { uid: 'reference.uid' }),
    'AD-01': info(2, 'Processing item', { item: 'subject', virtual: 'virtual' }),
    'AD-02': info(5, 'processing item returned at once, because its DeletionTimestamp is non-nil'),
    'AD-07': info(5, 'item not found, generating a virtual delete event'),
    'AD-09': info(5, "UID doesn't match, item not found, generating a virtual delete event"),
    'AD-11': info(2, "item doesn't have an owner, continue on next item"),
    'AD-13': info(5, "classify item's references", {
      item: 'subject',
      solid: 'solid',
      dangling: 'dangling',
      waitingForDependentsDeletion: 'waiting',
    }),
    'AD-14': info(2, 'item has at least one existing owner, will not garbage collect', {
      item: 'subject',
      owner: 'solid',
    }),
    'AD-14 patch': info(2, 'remove dangling references and waiting references for item', {
      item: 'subject',
      dangling: 'dangling',
      waitingForDependentsDeletion: 'waiting',
    }),
    'AD-15': info(
      2,
      'at least one owner of item has FinalizerDeletingDependents, and the item itself has dependents, so it is going to be deleted in Foreground',
    ),
    'AD-16': info(
      2,
      'processing item, some of its owners and its dependent have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the item is going to be deleted with Foreground',
      { item: 'subject', dependent: 'other' },
    ),
    'AD-17': info(2, 'Deleting item', { item: 'subject', propagationPolicy: 'policy' }),
    'AD-W2': info(5, 'item no longer in the graph, skipping attemptToDeleteItem'),
    'AD-W3': info(
      5,
      'item no longer virtual in the graph, skipping attemptToDeleteItem on virtual node',
    ),
    'AD-W9': info(5, 'error syncing item', { item: 'subject', err: 'error' }),
    'AD-W10': unhandled('itemError'),
    'AD-W11': info(5, "item hasn't been observed via informer yet"),
    'CL-01': info(5, CACHE_HIT, ITEM_AND_OWNER),
    'CL-02': info(5, `${CACHE_HIT} in namespace`, ITEM_AND_OWNER),
    'CL-04': info(2, 'item is cluster-scoped, but refers to a namespaced owner', ITEM_AND_OWNER),
    'CL-05': info(5, "item's owner is not found", ITEM_AND_OWNER),
    'CL-07': info(5, "item's owner is not found, UID mismatch", ITEM_AND_OWNER),
    'FG-01': info(2, 'remove DeleteDependents finalizer for item'),
    'FG-02': info(
      2,
      'adding dependent to attemptToDelete, because its owner is deletingDependents',
      { item: 'subject', dependent: 'other' },
    ),
    'FR-05': info(5, 'finalizer already removed from object', {
      finalizer: 'finalizer',
      object: 'subject',
    }),
    'OR-06': unhandled('error'),
    'OR-07': info(5, 'successfully updated all dependents', { owner: 'subject' }),
  }),
);

/** The messages of 1.28, where a missing mapping is an error. */
export const MESSAGES_1_28: ReadonlyMap<string, Message> = new Map([
  ...MESSAGES,
  ['AD-W9', failure('error syncing item', { err: 'error', item: 'subject' })],
]);

/** An error that goes through the error handler of the client library. */
function unhandled(error: ValueSource): Message {
  return failure('Unhandled Error', { err: error, logger: 'errorHandler' });
}

function failure(message: string, fields: Fields): Message {
  return { level: 0, severity: 'error', message, fields: Object.entries(fields) };
}
