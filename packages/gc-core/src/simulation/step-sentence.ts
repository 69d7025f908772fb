import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
} from '../meta/object-reference.ts';
import { joinSentences, type NamedInSentence, type Sentence, say } from '../meta/sentence.ts';
import type { Step } from '../wire/step.ts';
import { describePropagatorStep } from './propagator-sentence.ts';

/** Rules of the graph builder that say most about an event, the most important first. */
const TELLING = [
  'GB-36',
  'GB-35',
  'AL-06',
  'GB-42b',
  'GB-42c',
  'GB-43',
  'GB-41',
  'GB-42a',
  'GB-42d',
  'GB-40',
  'GB-05',
  'GB-27',
  'GB-06',
  'GB-04',
  'GB-14',
  'GB-31',
  'GB-25',
  'GB-10',
  'GB-13',
  'GB-16',
] as const;

/**
 * The rule and sentence of one processed event or worker pass, given what was noted while it ran. A reference does not
 * say whether its owner has a namespace: `isClusterScoped` does.
 */
export function describeStep(
  processed: Processed,
  notes: readonly Note[],
  isClusterScoped: (reference: OwnerReference) => boolean,
): Pick<Step, 'rule' | 'sentence'> {
  const description = describePropagatorStep(processed, notes);
  if (description) return description;
  if (processed.queue === 'graphChanges') {
    const { identity, meta } = processed.change;
    const rule = TELLING.find((each) => notes.some((note) => note.rule === each)) ?? 'GB-02';
    const others = notes.filter((note) => note.rule === rule && note.other).length;
    const deleting = meta?.deletionTimestamp !== undefined;
    if (rule === 'GB-16' && deleting) {
      return { rule: 'GB-17', sentence: say`Saw that ${identity} is being deleted.` };
    }
    const gone = processed.change.virtual
      ? say`${identity} does not exist`
      : say`Saw that ${identity} is gone`;
    return { rule, sentence: changeSentence(rule, identity, notes, { others, gone }) };
  }
  const { item, outcome } = processed;
  const owner = (ruleOfNote: string): NamedInSentence | string => {
    const reference = notes.find((note) => note.rule === ruleOfNote)?.reference;
    if (!reference) return 'an owner';
    const namespace = isClusterScoped(reference) ? '' : item.identity.namespace;
    return { ...reference, namespace };
  };
  const sentence = workerSentence(outcome.rule, item.identity, notes, owner);
  const error = outcome.error === undefined ? '' : ` It will be tried again: ${outcome.error}`;
  const polled =
    outcome.action === 'requeue' && outcome.error === undefined
      ? ' It was never seen itself, so it will be asked for again.'
      : '';
  return { rule: outcome.rule, sentence: say`${sentence}${error}${polled}` };
}

function changeSentence(
  rule: string,
  identity: ObjectReference,
  notes: readonly Note[],
  words: { readonly others: number; readonly gone: Sentence },
): Sentence {
  const note = notes.find((each) => each.rule === rule);
  const subject = note?.subject ?? identity;
  const { others, gone } = words;
  const other = note?.other ?? 'another identity';
  switch (rule) {
    case 'GB-36':
      return say`Saw that ${identity} is being deleted in the foreground: its dependents, then it itself, are to be checked.`;
    case 'GB-35':
      return say`Saw that ${identity} is being deleted with Orphan: its dependents are to lose their reference.`;
    case 'AL-06':
      return say`${other} does not exist; references disagree about this owner, so ${subject} is asked for next.`;
    case 'GB-42b':
      return say`${identity} does not exist, but other dependents name this uid differently: the owner stays in the graph for them.`;
    case 'GB-42c':
      return say`${identity} does not exist under this identity; the object with this uid lives under another one and stays.`;
    case 'GB-43':
      return say`${gone}: it leaves the graph, is remembered as absent, and its dependents are to be checked.`;
    case 'GB-41':
    case 'GB-42a':
    case 'GB-42d':
      return say`${gone}: it leaves the graph.`;
    case 'GB-40':
      return say`${identity} had left the graph before: nothing to do.`;
    case 'GB-05':
      return say`Saw ${identity}: the reference of ${subject} to it crosses namespaces, so that one is to be checked.`;
    case 'GB-27':
      return say`Saw ${identity}: its reference to ${other} crosses namespaces, so it is to be checked.`;
    case 'GB-06':
      return say`Saw ${identity}, known until now under another identity (${other}).`;
    case 'GB-04':
      return say`Saw ${identity}, known until now only from a reference.`;
    case 'GB-14':
      return say`${identity} no longer blocks ${subject}: the owner is to be checked.`;
    case 'GB-31':
      return say`Saw ${identity}: a reference does not fit its owner, so it is to be checked.`;
    case 'GB-25':
      return others > 1
        ? say`Saw ${identity}, whose owners were not seen yet: they enter the graph as virtual and are to be looked up.`
        : say`Saw ${identity}, whose owner was not seen yet: the owner enters the graph as virtual and is to be looked up.`;
    case 'GB-10':
      return say`Saw ${identity} for the first time.`;
    case 'GB-13':
      return say`Saw that the owner references of ${identity} changed.`;
    default:
      return say`Saw a change of ${identity} that concerns no reference.`;
  }
}

function workerSentence(
  rule: string,
  identity: ObjectReference,
  notes: readonly Note[],
  owner: (ruleOfNote: string) => NamedInSentence | string,
): Sentence {
  const blockers = notes.flatMap((note) =>
    note.rule === 'FG-02' && note.other ? [say`${note.other}`] : [],
  );
  switch (rule) {
    case 'AD-W2':
      return say`${identity} is no longer in the graph: dropped.`;
    case 'AD-W3':
      return say`${identity} has been seen meanwhile: this entry is out of date and dropped.`;
    case 'AD-02':
      return say`${identity} is already being deleted: nothing to do.`;
    case 'AD-04':
      return say`The kind of ${identity} is not served.`;
    case 'AD-05':
      return say`${identity} cannot be looked up without a namespace: left alone for good.`;
    case 'AD-07':
      return say`${identity} does not exist any more: its node is to leave the graph.`;
    case 'AD-08':
      return say`${identity} could not be read.`;
    case 'AD-09':
      return say`Another object has the name of ${identity} now: the node of the old one is to leave the graph.`;
    case 'AD-11':
      return say`${identity} stays, because it has no owner.`;
    case 'AD-14':
      return say`${identity} stays, because ${owner('CL-09')} lives.`;
    case 'AD-15':
      return say`${identity} goes: ${owner('CL-08')} waits for it. It has dependents of its own, so it is deleted in the foreground.`;
    case 'AD-17':
      return notes.some((note) => note.rule === 'CL-08')
        ? say`${identity} goes: ${owner('CL-08')} waits for it.`
        : say`${identity} goes: none of its owners exists.`;
    case 'CL-03':
      return say`${identity} stays: one of its owners is of a kind that is not served.`;
    case 'CL-04':
      return say`${identity} is cluster-scoped and names a namespaced owner, which cannot be looked up: left alone for good.`;
    case 'CL-06':
      return say`An owner of ${identity} could not be read.`;
    case 'FG-01':
      return say`Nothing blocks ${identity} any more: its finalizer foregroundDeletion is removed.`;
    case 'FG-02':
      return blockers.length > 0
        ? say`${identity} waits for ${joinSentences(blockers, ', ')}, to be checked now.`
        : say`${identity} waits for dependents that are being deleted in the foreground themselves.`;
    case 'OR-06':
      return say`Not every dependent of ${identity} could be orphaned.`;
    case 'OR-07':
      return say`The dependents of ${identity} have lost their reference: its finalizer orphan is removed.`;
    default:
      return say`Looked at ${identityText(identity)}.`;
  }
}
