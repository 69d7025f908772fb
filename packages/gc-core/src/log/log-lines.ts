import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';
import { identityText } from '../meta/object-reference.ts';
import { klogLine } from './klog-messages.ts';
import type { LogField, LogForm, LogLine, LogValue } from './log-line.ts';
import { type Material, materialOf, NO_REFERENCES } from './material.ts';
import { MESSAGES, type ValueSource } from './messages.ts';

/**
 * The lines that the real collector writes at `-v=5` for one processed event or worker pass, in its order, given what was
 * noted meanwhile: structured as 1.36 has them, or as klog's texts of 1.17. The dump of the item in an unexpected error
 * (AD-W10) is its identity here.
 */
export function logLines(
  processed: Processed,
  notes: readonly Note[],
  form: LogForm = 'structured',
): LogLine[] {
  const lineOf = form === 'structured' ? structuredLine : klogLine;
  return materialOf(processed, notes).flatMap((material) => lineOf(material) ?? []);
}

function structuredLine(material: Material): LogLine | undefined {
  const found = MESSAGES.get(material.rule);
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
