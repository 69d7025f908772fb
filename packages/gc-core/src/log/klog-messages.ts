import type { LogLine } from './log-line.ts';

/** What is written at a moment; names in braces are filled in. */
export type Row = readonly [level: LogLine['level'], template: string];

const NAMESPACE_MISMATCH: Row = [
  2,
  'node {subject} references an owner {other} but does not match namespaces',
];
const OWNER = '{reference.apiVersion}/{reference.kind}, {reference.name}';
const CACHE_HIT = `according to the absentOwnerCache, object {subject.uid}'s owner ${OWNER} does not exist`;

/** What the error handler of the client library writes until 1.30; since then its lines have named values. */
export const UNHANDLED: ReadonlyMap<string, Row> = new Map<string, Row>([
  ['AD-W10', [0, 'error syncing item {subject}: {error}']],
  ['OR-06', [0, '{error}']],
]);

/** Sentences of 1.17 by moment, as in `MESSAGES`; where 1.17 has no such moment, of the next release that has. */
export const KLOG_1_17: ReadonlyMap<string, Row> = new Map([
  ...UNHANDLED,
  ...Object.entries<Row>({
    'GB-02': [
      5,
      'GraphBuilder process object: {subject.apiVersion}/{subject.kind}, namespace {subject.namespace}, name {subject.name}, uid {subject.uid}, event type {eventType}',
    ],
    'GB-05': NAMESPACE_MISMATCH,
    'GB-06': [2, 'replacing virtual node {other} with observed node {subject}'],
    'GB-25': [5, 'add virtual node.identity: {subject}'],
    'GB-27': NAMESPACE_MISMATCH,
    'GB-28': [
      2,
      'node {subject} references an owner {other} with coordinates that do not match the observed identity',
    ],
    'GB-35': [5, 'add {subject} to the attemptToOrphan'],
    'GB-36': [
      2,
      "add {subject} to the attemptToDelete, because it's waiting for its dependents to be deleted",
    ],
    'GB-40': [5, "{subject.uid} doesn't exist in the graph, this shouldn't happen"],
    'GB-44': [5, 'cannot find {reference.uid} in uidToNode'],
    'AD-01': [2, 'processing item {subject}'],
    'AD-02': [
      5,
      'processing item {subject} returned at once, because its DeletionTimestamp is non-nil',
    ],
    'AD-07': [5, 'item {subject} not found, generating a virtual delete event'],
    'AD-09': [5, "UID doesn't match, item {subject} not found, generating a virtual delete event"],
    'AD-11': [2, "object {subject}'s doesn't have an owner, continue on next item"],
    'AD-13': [
      5,
      'classify references of {subject}.\nsolid: {solid}\ndangling: {dangling}\nwaitingForDependentsDeletion: {waiting}',
    ],
    'AD-14': [
      2,
      'object {subject} has at least one existing owner: {solid}, will not garbage collect',
    ],
    'AD-14 patch': [
      2,
      'remove dangling references {dangling} and waiting references {waiting} for object {subject}',
    ],
    'AD-15': [
      2,
      'at least one owner of object {subject} has FinalizerDeletingDependents, and the object itself has dependents, so it is going to be deleted in Foreground',
    ],
    'AD-16': [
      2,
      'processing object {subject}, some of its owners and its dependent [{other}] have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the object is going to be deleted with Foreground',
    ],
    'AD-17': [2, 'delete object {subject} with propagation policy {policy}'],
    'AD-W2': [5, 'item {subject} no longer in the graph, skipping attemptToDeleteItem'],
    'AD-W3': [
      5,
      'item {subject} no longer virtual in the graph, skipping attemptToDeleteItem on virtual node',
    ],
    'AD-W9': [5, 'error syncing item {subject}: {error}'],
    'AD-W11': [5, "item {subject} hasn't been observed via informer yet"],
    'CL-01': [5, CACHE_HIT],
    'CL-02': [5, `${CACHE_HIT} in namespace {subject.namespace}`],
    'CL-04': [
      2,
      'object {subject} is cluster-scoped, but refers to a namespaced owner of type {reference.apiVersion}/{reference.kind}',
    ],
    'CL-05': [5, `object {subject.uid}'s owner ${OWNER} is not found`],
    'CL-07': [5, `object {subject.uid}'s owner ${OWNER} is not found, UID mismatch`],
    'FG-01': [2, 'remove DeleteDependents finalizer for item {subject}'],
    'FG-02': [
      2,
      'adding {other} to attemptToDelete, because its owner {subject} is deletingDependents',
    ],
    'OR-07': [5, 'successfully updated all dependents of owner {subject}'],
  }),
]);

/** Those of 1.13, which takes item and owners the wrong way round (AD-14). */
export const KLOG_1_13: ReadonlyMap<string, Row> = new Map<string, Row>([
  ...KLOG_1_17,
  [
    'AD-14',
    [
      2,
      'object {solid.plain} has at least one existing owner: {subject.dump}, will not garbage collect',
    ],
  ],
]);

/** Those of the Propagator generation, as far as they are known: the words of its other lines are not. */
export const KLOG_1_4: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    // The line of PG-07 is written at the same moment.
    'GB-02': [
      6,
      'Propagator process object: {subject.apiVersion}/{subject.kind}, namespace {subject.namespace}, name {subject.name}, event type {eventType}',
    ],
    'PG-14': [6, "The updateEvent {subject} doesn't change node references, ignore"],
    'PG-18': [6, "{subject.uid} doesn't exist in the graph, this shouldn't happen"],
    'PG-21': [6, 'generating virtual delete event for {subject}'],
    'PG-29': [2, "none of object {subject.uid}'s owners exist any more, will garbage collect it"],
    // The line of PG-31 is written at the same moment.
    'AD-W10': [0, 'Error syncing item {subject}: {error}'],
  }),
);
