import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';
import { identityText } from '../meta/object-reference.ts';
import { DEFAULT_RELEASE, type Release } from '../meta/releases.ts';
import { klogLine } from './klog-line.ts';
import { KLOG_1_4, KLOG_1_13, KLOG_1_17, UNHANDLED } from './klog-messages.ts';
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
    default:
      return source satisfies never;
  }
}

function text(value: string): LogValue {
  return { type: 'text', text: value };
}
