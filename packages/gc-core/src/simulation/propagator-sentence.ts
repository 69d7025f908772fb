import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import { type Sentence, say } from '../meta/sentence.ts';
import type { Step } from '../wire/step.ts';

/** Rules of the Propagator that say most about an event, the most important first. */
const TELLING = ['PG-12', 'PG-17', 'PG-18', 'PG-11', 'PG-10', 'PG-15', 'PG-14'] as const;

/** The rule and sentence of what the collector of 1.4 did; `undefined` where it was another generation. */
export function describePropagatorStep(
  processed: Processed,
  notes: readonly Note[],
): Pick<Step, 'rule' | 'sentence'> | undefined {
  if (processed.queue === 'graphChanges') {
    const rule = TELLING.find((each) => notes.some((note) => note.rule === each));
    const count = notes.filter((note) => note.rule === rule).length;
    return rule && { rule, sentence: changeSentence(rule, processed.change.identity, count) };
  }
  const { item, outcome } = processed;
  if (!outcome.rule.startsWith('PG-')) return undefined;
  const error = outcome.error === undefined ? '' : ` It waits again at once: ${outcome.error}`;
  return {
    rule: outcome.rule,
    sentence: say`${workerSentence(outcome.rule, item.identity, notes)}${error}`,
  };
}

function changeSentence(
  rule: (typeof TELLING)[number],
  identity: ObjectReference,
  count: number,
): Sentence {
  switch (rule) {
    case 'PG-12':
      return say`Saw that ${identity} is being deleted with the finalizer orphan: its dependents are to lose their reference.`;
    case 'PG-17':
      return say`${identity} is gone: it leaves the graph, and what depended on it is to be checked.`;
    case 'PG-18':
      return say`${identity} had left the graph before: nothing to do.`;
    case 'PG-11':
      return count > 1
        ? say`Saw ${identity}, whose owners were not seen yet: they enter the graph and are to be checked.`
        : say`Saw ${identity}, whose owner was not seen yet: the owner enters the graph and is to be checked.`;
    case 'PG-10':
      return say`Saw ${identity} for the first time.`;
    case 'PG-15':
      return say`Saw that the owners of ${identity} changed.`;
    case 'PG-14':
      return say`Saw ${identity}: its owners are as they were.`;
    default:
      return rule satisfies never;
  }
}

function workerSentence(rule: string, identity: ObjectReference, notes: readonly Note[]): Sentence {
  const found = notes.find((note) => note.rule === 'PG-28')?.reference;
  const owner = found ? { ...found, namespace: identity.namespace } : 'an owner';
  switch (rule) {
    case 'PG-21':
      return say`${identity} does not exist any more: its node is to leave the graph.`;
    case 'PG-22':
      return say`${identity} stays, because it has no owner.`;
    case 'PG-24':
      return say`${identity} stays: one of its owners is of a kind that is not served.`;
    case 'PG-28':
      return say`${identity} stays, because ${owner} exists.`;
    case 'PG-29':
      return say`${identity} goes: none of its owners exists. Its kind decides what becomes of its dependents.`;
    case 'PG-36':
      return say`The dependents of ${identity} that were known have lost their reference: its finalizer orphan is removed.`;
    default:
      return say`${identity} could not be checked.`;
  }
}
