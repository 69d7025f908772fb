import type { Processed } from '../collector/garbage-collector.ts';
import type { Note } from '../meta/note.ts';
import { identityText } from '../meta/object-reference.ts';
import type { LogField, LogLine, LogValue } from './log-line.ts';
import { MESSAGES, type MessageForms, type ValueSource } from './messages.ts';

/** What a line is filled from. */
interface Material extends Note {
  readonly eventType?: string;
  readonly error?: string;
}

const EVENT_TYPES = { ADDED: 'add', MODIFIED: 'update', DELETED: 'delete' } as const;
/** Outcomes that are written when the pass ends; others are noted while it runs. */
const WRITTEN_OUTCOMES = new Set(['AD-02', 'AD-07', 'AD-09', 'AD-11', 'AD-W2', 'AD-W3']);
const MAPPING_ERRORS = new Set(['AD-04', 'CL-03']);
const NO_REFERENCES = { solid: [], dangling: [], waiting: [] };

/**
 * The lines that the real collector writes at `-v=5` for one processed event or worker pass, in its order, given what was
 * noted meanwhile. The dump of the item in an unexpected error (AD-W10) is its identity here.
 */
export function logLines(
  processed: Processed,
  notes: readonly Note[],
  form: keyof MessageForms = 'structured',
): LogLine[] {
  return materialOf(processed, notes).flatMap((material) => {
    const message = MESSAGES.get(material.rule)?.[form];
    if (!message) return [];
    const fields = message.fields.map(([key, source]): LogField => {
      return { key, value: fieldValue(source, material) };
    });
    return [{ level: message.level, severity: message.severity, message: message.message, fields }];
  });
}

function materialOf(processed: Processed, notes: readonly Note[]): Material[] {
  const noted = notes.flatMap((note) => (removesReferences(note) ? [note, patchOf(note)] : [note]));
  if (processed.queue === 'graphChanges') {
    const { identity: subject, type, virtual = false } = processed.change;
    return [{ rule: 'GB-02', subject, eventType: EVENT_TYPES[type], virtual }, ...noted];
  }
  const { item, outcome, queue } = processed;
  const { rule, error } = outcome;
  const subject = item.identity;
  if (queue === 'attemptToOrphan') {
    if (rule === 'OR-07') noted.unshift({ rule, subject });
    return error === undefined ? noted : [...noted, { rule: 'OR-06', subject, error }];
  }
  if (error !== undefined) {
    const mapping = MAPPING_ERRORS.has(rule);
    return [...noted, { rule: mapping ? 'AD-W9' : 'AD-W10', subject, error }];
  }
  if (WRITTEN_OUTCOMES.has(rule)) noted.push({ rule, subject });
  if (outcome.action === 'requeue') noted.push({ rule: 'AD-W11', subject });
  return noted;
}

function removesReferences({ rule, references = NO_REFERENCES }: Note): boolean {
  return rule === 'AD-14' && references.dangling.length + references.waiting.length > 0;
}

function patchOf(note: Note): Note {
  return { ...note, rule: 'AD-14 patch' };
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
