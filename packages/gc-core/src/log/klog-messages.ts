import { goQuote } from '../meta/go-quote.ts';
import { identityText, type OwnerReference } from '../meta/object-reference.ts';
import type { LogLine } from './log-line.ts';
import { type Material, NO_REFERENCES } from './material.ts';

type Row = readonly [level: LogLine['level'], template: string];

const NAMESPACE_MISMATCH: Row = [
  2,
  'node {subject} references an owner {other} but does not match namespaces',
];
const OWNER = '{reference.apiVersion}/{reference.kind}, {reference.name}';
const CACHE_HIT = `according to the absentOwnerCache, object {subject.uid}'s owner ${OWNER} does not exist`;

/** Sentences of 1.17 by moment, as in `MESSAGES` (§6.3); where 1.17 has no such moment, of the next release that has. */
const KLOG_MESSAGES: ReadonlyMap<string, Row> = new Map<string, Row>([
  [
    'GB-02',
    [
      5,
      'GraphBuilder process object: {subject.apiVersion}/{subject.kind}, namespace {subject.namespace}, name {subject.name}, uid {subject.uid}, event type {eventType}',
    ],
  ],
  ['GB-05', NAMESPACE_MISMATCH],
  ['GB-06', [2, 'replacing virtual node {other} with observed node {subject}']],
  ['GB-25', [5, 'add virtual node.identity: {subject}']],
  ['GB-27', NAMESPACE_MISMATCH],
  [
    'GB-28',
    [
      2,
      'node {subject} references an owner {other} with coordinates that do not match the observed identity',
    ],
  ],
  ['GB-35', [5, 'add {subject} to the attemptToOrphan']],
  [
    'GB-36',
    [
      2,
      "add {subject} to the attemptToDelete, because it's waiting for its dependents to be deleted",
    ],
  ],
  ['GB-40', [5, "{subject.uid} doesn't exist in the graph, this shouldn't happen"]],
  ['GB-44', [5, 'cannot find {reference.uid} in uidToNode']],
  ['AD-01', [2, 'processing item {subject}']],
  [
    'AD-02',
    [5, 'processing item {subject} returned at once, because its DeletionTimestamp is non-nil'],
  ],
  ['AD-07', [5, 'item {subject} not found, generating a virtual delete event']],
  ['AD-09', [5, "UID doesn't match, item {subject} not found, generating a virtual delete event"]],
  ['AD-11', [2, "object {subject}'s doesn't have an owner, continue on next item"]],
  [
    'AD-13',
    [
      5,
      'classify references of {subject}.\nsolid: {solid}\ndangling: {dangling}\nwaitingForDependentsDeletion: {waiting}',
    ],
  ],
  [
    'AD-14',
    [2, 'object {subject} has at least one existing owner: {solid}, will not garbage collect'],
  ],
  [
    'AD-14 patch',
    [
      2,
      'remove dangling references {dangling} and waiting references {waiting} for object {subject}',
    ],
  ],
  [
    'AD-15',
    [
      2,
      'at least one owner of object {subject} has FinalizerDeletingDependents, and the object itself has dependents, so it is going to be deleted in Foreground',
    ],
  ],
  [
    // The rules give only the beginning of this line; the rest is left out rather than guessed.
    'AD-16',
    [
      2,
      'processing object {subject}, some of its owners and its dependent [{other}] have FinalizerDeletingDependents, to prevent potential cycle',
    ],
  ],
  ['AD-17', [2, 'delete object {subject} with propagation policy {policy}']],
  ['AD-W2', [5, 'item {subject} no longer in the graph, skipping attemptToDeleteItem']],
  [
    'AD-W3',
    [
      5,
      'item {subject} no longer virtual in the graph, skipping attemptToDeleteItem on virtual node',
    ],
  ],
  ['AD-W9', [5, 'error syncing item {subject}: {error}']],
  ['AD-W10', [0, 'error syncing item {subject}: {error}']],
  ['AD-W11', [5, "item {subject} hasn't been observed via informer yet"]],
  ['CL-01', [5, CACHE_HIT]],
  ['CL-02', [5, `${CACHE_HIT} in namespace {subject.namespace}`]],
  [
    'CL-04',
    [
      2,
      'object {subject} is cluster-scoped, but refers to a namespaced owner of type {reference.apiVersion}/{reference.kind}',
    ],
  ],
  ['CL-05', [5, `object {subject.uid}'s owner ${OWNER} is not found`]],
  ['CL-07', [5, `object {subject.uid}'s owner ${OWNER} is not found, UID mismatch`]],
  ['FG-01', [2, 'remove DeleteDependents finalizer for item {subject}']],
  [
    'FG-02',
    [2, 'adding {other} to attemptToDelete, because its owner {subject} is deletingDependents'],
  ],
  ['OR-06', [0, '{error}']],
  ['OR-07', [5, 'successfully updated all dependents of owner {subject}']],
]);

/** The sentence of a moment; `undefined` when none was written. */
export function klogLine(material: Material): LogLine | undefined {
  const row = KLOG_MESSAGES.get(material.rule);
  if (!row) return undefined;
  const [level, template] = row;
  // A function as replacement: what stands in a name is not looked at again.
  const message = template.replaceAll(/\{([\w.]+)\}/g, (_, source: string) =>
    partOf(source, material),
  );
  return { form: 'klog', level, severity: level === 0 ? 'error' : 'info', message, fields: [] };
}

function partOf(source: string, material: Material): string {
  const { subject, other = subject, reference = subject, references = NO_REFERENCES } = material;
  const parts: Readonly<Record<string, string | undefined>> = {
    subject: identityText(subject),
    'subject.apiVersion': subject.apiVersion,
    'subject.kind': subject.kind,
    'subject.namespace': subject.namespace,
    'subject.name': subject.name,
    'subject.uid': subject.uid,
    other: identityText(other),
    'reference.apiVersion': reference.apiVersion,
    'reference.kind': reference.kind,
    'reference.name': reference.name,
    'reference.uid': reference.uid,
    solid: goDump(references.solid),
    dangling: goDump(references.dangling),
    waiting: goDump(references.waiting),
    policy: material.policy,
    eventType: material.eventType,
    error: material.error,
  };
  return parts[source] ?? '';
}

/** References as Go dumps them; a pointer is an address, which here is always the same. */
function goDump(references: readonly OwnerReference[]): string {
  if (references.length === 0) return '[]v1.OwnerReference(nil)';
  const pointer = (flag: boolean | undefined): string =>
    flag === undefined ? '(*bool)(nil)' : '(*bool)(0xc000000000)';
  const dumps = references.map(
    ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
      `v1.OwnerReference{APIVersion:${goQuote(apiVersion)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}, UID:${goQuote(uid)}, Controller:${pointer(controller)}, BlockOwnerDeletion:${pointer(blockOwnerDeletion)}}`,
  );
  return `[]v1.OwnerReference{${dumps.join(', ')}}`;
}
