import type { Processed } from '../collector/collector.ts';
import { goQuote } from '../meta/go-quote.ts';
import type { Note } from '../meta/note.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
} from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, type Release } from '../meta/releases.ts';
import { KLOG_1_4, KLOG_1_13, KLOG_1_17, type Row, UNHANDLED } from './klog-messages.ts';
import type { LogField, LogLine, LogValue } from './log-line.ts';
import { type Material, materialOf, momentsOf, NO_REFERENCES } from './material.ts';
import { MESSAGES, MESSAGES_1_28, type Message, type ValueSource } from './messages.ts';

/** How each release writes the line of a moment, if it writes one. */
const WRITERS: Readonly<Record<Release, (material: Material) => LogLine | undefined>> = {
  'v1.4': (material) => klogLine(material, KLOG_1_4),
  'v1.13': (material) => klogLine(material, KLOG_1_13),
  'v1.17': (material) => klogLine(material, KLOG_1_17),
  'v1.28': (material) => klogLine(material, UNHANDLED) ?? structuredLine(material, MESSAGES_1_28),
  'v1.36': (material) => structuredLine(material, MESSAGES),
};

/**
 * The lines that the collector of a release writes at `-v=5` (1.4: `-v=6`) for one processed event or worker pass, in its
 * order, given what was noted meanwhile. The dump of the item in an unexpected error (AD-W10) is its identity here.
 */
export function logLines(
  processed: Processed,
  notes: readonly Note[],
  release: Release = DEFAULT_RELEASE,
): LogLine[] {
  const lineOf = WRITERS[release];
  return materialOf(processed, notes).flatMap((material) => lineOf(material) ?? []);
}

/** The lines of what was noted so far, for who writes them while a pass is under way; `logLines` without notes writes the rest. */
export function noteLines(notes: readonly Note[], release: Release = DEFAULT_RELEASE): LogLine[] {
  return momentsOf(notes).flatMap((material) => WRITERS[release](material) ?? []);
}

function structuredLine(
  material: Material,
  messages: ReadonlyMap<string, Message>,
): LogLine | undefined {
  const found = messages.get(material.rule);
  if (!found) return undefined;
  const { level, severity, message } = found;
  const fields = found.fields.map(([key, source]): LogField => {
    return { key, value: fieldValue(source, material) };
  });
  return { form: 'structured', level, severity, message, fields };
}

function fieldValue(source: ValueSource, material: Material): LogValue {
  const { subject, other = subject, reference, references = NO_REFERENCES } = material;
  switch (source) {
    case 'subject':
      return { type: 'identity', identity: subject };
    case 'subject.apiVersion':
      return text(subject.apiVersion);
    case 'subject.kind':
      return text(subject.kind);
    case 'subject.name':
      return { type: 'name', namespace: subject.namespace, name: subject.name };
    case 'subject.uid':
      return text(subject.uid);
    case 'other':
      return { type: 'identity', identity: other };
    case 'reference':
      return { type: 'reference', reference: reference ?? subject };
    case 'reference.uid':
      return text(reference?.uid ?? '');
    case 'solid':
    case 'dangling':
    case 'waiting':
      return { type: 'references', references: references[source] };
    case 'policy':
    case 'finalizer':
    case 'eventType':
    case 'error':
      return text(material[source] ?? '');
    case 'itemError':
      return text(`error syncing item ${identityText(subject)}: ${material.error ?? ''}`);
    case 'errorHandler':
      return text('UnhandledError');
    case 'virtual':
      return { type: 'flag', flag: material.virtual ?? false };
  }
}

function text(value: string): LogValue {
  return { type: 'text', text: value };
}

const ADDRESS = '0xc000000000';

/** The sentence of a moment; `undefined` when none was written. */
function klogLine(material: Material, messages: ReadonlyMap<string, Row>): LogLine | undefined {
  const row = messages.get(material.rule);
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
    'subject.dump': identityDump(subject),
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
    'solid.plain': goPlain(references.solid),
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
  return `[]v1.OwnerReference{${references.map(referenceDump).join(', ')}}`;
}

function referenceDump(reference: OwnerReference): string {
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = reference;
  const pointer = (flag: boolean | undefined): string =>
    flag === undefined ? '(*bool)(nil)' : `(*bool)(${ADDRESS})`;
  return `v1.OwnerReference{APIVersion:${goQuote(apiVersion)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}, UID:${goQuote(uid)}, Controller:${pointer(controller)}, BlockOwnerDeletion:${pointer(blockOwnerDeletion)}}`;
}

function identityDump({ apiVersion, kind, name, uid, namespace }: ObjectReference): string {
  const reference = referenceDump({ apiVersion, kind, name, uid });
  return `garbagecollector.objectReference{OwnerReference:${reference}, Namespace:${goQuote(namespace)}}`;
}

/** References where Go was asked for a text: it has none for flags, and says so. */
function goPlain(references: readonly OwnerReference[]): string {
  const pointer = (flag: boolean | undefined): string =>
    `%!s(*bool=${flag === undefined ? '<nil>' : ADDRESS})`;
  const texts = references.map(
    ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
      `{${apiVersion} ${kind} ${name} ${uid} ${pointer(controller)} ${pointer(blockOwnerDeletion)}}`,
  );
  return `[${texts.join(' ')}]`;
}
