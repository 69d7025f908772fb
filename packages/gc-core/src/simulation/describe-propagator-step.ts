import type { Processed } from '../collector/collector.ts';
import type { Note } from '../meta/note.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import { code, type Sentence, say } from '../meta/sentence.ts';
import type { Step } from '../wire/step.ts';

/** Rules of the Propagator that say most about an event, the most important first. */
const TELLING = ['PG-12', 'PG-17', 'PG-18', 'PG-11', 'PG-10', 'PG-15', 'PG-14'] as const;

/** The rule and sentence of what the collector of 1.4 did; `undefined` where it was another generation. */
export function describePropagatorStep(
  processed: Processed,
  notes: readonly Note[],
): Required<Pick<Step, 'rule' | 'sentence'>> | undefined {
  if (processed.queue === 'graphChanges') {
    const rule = TELLING.find((each) => notes.some((note) => note.rule === each));
    const count = notes.filter((note) => note.rule === rule).length;
    return rule && { rule, sentence: changeSentence(rule, processed.change.identity, count) };
  }
  const { item, outcome } = processed;
  if (!outcome.rule.startsWith('PG-')) return undefined;
  const error =
    outcome.error === undefined
      ? ''
      : ` The collector will try again at once. Error: ${outcome.error}`;
  return {
    rule: outcome.rule,
    sentence: say`${workerSentence(outcome.rule, item.identity, notes, outcome.error !== undefined)}${error}`,
  };
}

function changeSentence(
  rule: (typeof TELLING)[number],
  identity: ObjectReference,
  count: number,
): Sentence {
  switch (rule) {
    case 'PG-12':
      return say`The collector sees that ${identity} is being deleted with the finalizer ${code('orphan')}. It queues the object for an orphan worker, which will remove the references to it.`;
    case 'PG-17':
      // One note of the object, and one of each dependent.
      return count > 1
        ? say`The collector sees that ${identity} is gone. It removes the object from its graph and queues its dependents for a check.`
        : say`The collector sees that ${identity} is gone. It removes the object from its graph.`;
    case 'PG-18':
      return say`${identity} is no longer in the graph, so the collector has nothing to do.`;
    case 'PG-11':
      return count > 1
        ? say`The collector sees ${identity}, but has not seen its owners. It adds them to its graph and queues them for a check.`
        : say`The collector sees ${identity}, but has not seen one of its owners. It adds this owner to its graph and queues it for a check.`;
    case 'PG-10':
      return say`The collector sees ${identity} for the first time.`;
    case 'PG-15':
      return say`The collector sees that the owner references of ${identity} changed.`;
    case 'PG-14':
      return say`The collector sees an update of ${identity}. No owner reference changed.`;
  }
}

function workerSentence(
  rule: string,
  identity: ObjectReference,
  notes: readonly Note[],
  hasFailed: boolean,
): Sentence {
  const found = notes.find((note) => note.rule === 'PG-28')?.reference;
  const owner = found
    ? say`its owner ${{ ...found, namespace: identity.namespace }}`
    : 'one of its owners';
  switch (rule) {
    case 'PG-21':
      return say`${identity} does not exist. The collector queues its removal from the graph.`;
    case 'PG-22':
      return say`${identity} stays, because it has no owner.`;
    case 'PG-24':
      return say`${identity} stays, because the API server does not serve the kind of one of its owners.`;
    case 'PG-28':
      return say`${identity} stays, because ${owner} exists.`;
    case 'PG-29':
      return say`The collector ${hasFailed ? 'tries to delete' : 'deletes'} ${identity}, because none of its owners exists. Its kind decides what happens to its own dependents.`;
    case 'PG-36':
      return say`The collector has removed the references to ${identity} from the dependents that it knows. Now it removes the finalizer ${code('orphan')}.`;
    default:
      return say`The collector could not check ${identity}.`;
  }
}
