import type { LogLine } from './log-line.ts';

/** A template of a log line; names in braces are filled in. */
export type Row = readonly [level: LogLine['level'], template: string];

const NAMESPACE_MISMATCH =
  'node {subject} references an owner {other} but does not match namespaces';
const OWNER = '{reference.apiVersion}/{reference.kind}, {reference.name}';
const CACHE_HIT = `according to the absentOwnerCache, object {subject.uid}'s owner ${OWNER} does not exist`;

function at(level: Row[0], templates: Readonly<Record<string, string>>): [string, Row][] {
  return Object.entries(templates).map(([moment, template]) => [moment, [level, template]]);
}

/** The lines of the client library's error handler until 1.30; later lines have named values. */
export const UNHANDLED: ReadonlyMap<string, Row> = new Map(
  at(0, { 'AD-W10': 'error syncing item {subject}: {error}', 'OR-06': '{error}' }),
);

/** Sentences of 1.17 by moment, as in `MESSAGES`; where 1.17 has no such moment, of the next release that has. */
export const KLOG_1_17: ReadonlyMap<string, Row> = new Map([
  ...UNHANDLED,
  ...at(2, {
    'GB-05': NAMESPACE_MISMATCH,
    'GB-06': 'replacing virtual node {other} with observed node {subject}',
    'GB-27': NAMESPACE_MISMATCH,
    'GB-28':
      'node {subject} references an owner {other} with coordinates that do not match the observed identity',
    'GB-36':
      "add {subject} to the attemptToDelete, because it's waiting for its dependents to be deleted",
    'AD-01': 'processing item {subject}',
    'AD-11': "object {subject}'s doesn't have an owner, continue on next item",
    'AD-14': 'object {subject} has at least one existing owner: {solid}, will not garbage collect',
    'AD-14 patch':
      'remove dangling references {dangling} and waiting references {waiting} for object {subject}',
    'AD-15':
      'at least one owner of object {subject} has FinalizerDeletingDependents, and the object itself has dependents, so it is going to be deleted in Foreground',
    'AD-16':
      'processing object {subject}, some of its owners and its dependent [{other}] have FinalizerDeletingDependents, to prevent potential cycle, its ownerReferences are going to be modified to be non-blocking, then the object is going to be deleted with Foreground',
    'AD-17': 'delete object {subject} with propagation policy {policy}',
    'CL-04':
      'object {subject} is cluster-scoped, but refers to a namespaced owner of type {reference.apiVersion}/{reference.kind}',
    'FG-01': 'remove DeleteDependents finalizer for item {subject}',
    'FG-02': 'adding {other} to attemptToDelete, because its owner {subject} is deletingDependents',
  }),
  ...at(5, {
    'GB-02':
      'GraphBuilder process object: {subject.apiVersion}/{subject.kind}, namespace {subject.namespace}, name {subject.name}, uid {subject.uid}, event type {eventType}',
    'GB-25': 'add virtual node.identity: {subject}',
    'GB-35': 'add {subject} to the attemptToOrphan',
    'GB-40': "{subject.uid} doesn't exist in the graph, this shouldn't happen",
    'GB-44': 'cannot find {reference.uid} in uidToNode',
    'AD-02': 'processing item {subject} returned at once, because its DeletionTimestamp is non-nil',
    'AD-07': 'item {subject} not found, generating a virtual delete event',
    'AD-09': "UID doesn't match, item {subject} not found, generating a virtual delete event",
    'AD-13':
      'classify references of {subject}.\nsolid: {solid}\ndangling: {dangling}\nwaitingForDependentsDeletion: {waiting}',
    'AD-W2': 'item {subject} no longer in the graph, skipping attemptToDeleteItem',
    'AD-W3':
      'item {subject} no longer virtual in the graph, skipping attemptToDeleteItem on virtual node',
    'AD-W9': 'error syncing item {subject}: {error}',
    'AD-W11': "item {subject} hasn't been observed via informer yet",
    'CL-01': CACHE_HIT,
    'CL-02': `${CACHE_HIT} in namespace {subject.namespace}`,
    'CL-05': `object {subject.uid}'s owner ${OWNER} is not found`,
    'CL-07': `object {subject.uid}'s owner ${OWNER} is not found, UID mismatch`,
    'OR-07': 'successfully updated all dependents of owner {subject}',
  }),
]);

/** The messages of 1.13, which swaps item and owners (AD-14). */
export const KLOG_1_13: ReadonlyMap<string, Row> = new Map([
  ...KLOG_1_17,
  ...at(2, {
    'AD-14':
      'object {solid.plain} has at least one existing owner: {subject.dump}, will not garbage collect',
  }),
]);

/** The known messages of the Propagator generation; the texts of its other lines are unknown. */
export const KLOG_1_4: ReadonlyMap<string, Row> = new Map([
  ...at(0, {
    // The line of PG-31 is written at the same moment.
    'AD-W10': 'Error syncing item {subject}: {error}',
  }),
  ...at(2, {
    'PG-29': "none of object {subject.uid}'s owners exist any more, will garbage collect it",
  }),
  ...at(6, {
    // The line of PG-07 is written at the same moment.
    'GB-02':
      'Propagator process object: {subject.apiVersion}/{subject.kind}, namespace {subject.namespace}, name {subject.name}, event type {eventType}',
    'PG-14': "The updateEvent {subject} doesn't change node references, ignore",
    'PG-18': "{subject.uid} doesn't exist in the graph, this shouldn't happen",
    'PG-21': 'generating virtual delete event for {subject}',
  }),
]);
