import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';

/** A moment at which a line is written, and what it is filled from; `rule` names the moment. */
export interface Material extends Note {
  readonly eventType?: string;
  readonly error?: string;
}

/** Stands in where nothing was classified. */
export const NO_REFERENCES: NonNullable<Note['references']> = {
  solid: [],
  dangling: [],
  waiting: [],
};

const EVENT_TYPES = { ADDED: 'add', MODIFIED: 'update', DELETED: 'delete' } as const;
/** Outcomes that are written when the pass ends; others are noted while it runs. */
const WRITTEN_OUTCOMES = new Set(['AD-02', 'AD-07', 'AD-09', 'AD-11', 'AD-W2', 'AD-W3', 'PG-21']);
const MAPPING_ERRORS = new Set(['AD-04', 'CL-03']);

/** The moments of one processed event or worker pass, in order. */
export function materialOf(processed: Processed, notes: readonly Note[]): Material[] {
  const noted = momentsOf(notes);
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

/** The moments that were noted: two where references are removed. */
export function momentsOf(notes: readonly Note[]): Material[] {
  return notes.flatMap((note) =>
    removesReferences(note) ? [note, { ...note, rule: 'AD-14 patch' }] : [note],
  );
}

function removesReferences({ rule, references = NO_REFERENCES }: Note): boolean {
  return rule === 'AD-14' && references.dangling.length + references.waiting.length > 0;
}
