import type { Processed } from '../collector/collector.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Note } from '../meta/note.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
} from '../meta/object-reference.ts';
import { code, joinSentences, type Sentence, say } from '../meta/sentence.ts';
import type { Step } from '../wire/step.ts';
import { describePropagatorStep } from './describe-propagator-step.ts';

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

/** Facts for the sentence that the step itself lacks. */
interface StepContext {
  /** Whether an owner has no namespace: a reference does not say. */
  readonly isClusterScoped: (reference: OwnerReference) => boolean;
  /** Whether the graph no longer has the item of a queue. */
  readonly hasLeft: (item: GraphNode) => boolean;
}

/** The rule and sentence of one processed event or worker pass, given what was noted while it ran. */
export function describeStep(
  processed: Processed,
  notes: readonly Note[],
  { isClusterScoped, hasLeft }: StepContext,
): Required<Pick<Step, 'rule' | 'sentence'>> {
  const description = describePropagatorStep(processed, notes);
  if (description) return description;
  if (processed.queue === 'graphChanges') {
    const { identity, meta, oldMeta } = processed.change;
    const rule = TELLING.find((each) => notes.some((note) => note.rule === each)) ?? 'GB-02';
    const deleting = meta?.deletionTimestamp !== undefined;
    if (rule === 'GB-16' && deleting) {
      return {
        rule: 'GB-17',
        sentence:
          oldMeta?.deletionTimestamp === undefined
            ? say`The collector sees that ${identity} is being deleted.`
            : say`The collector sees a change of ${identity}. It already knows that this object is being deleted, so it queues nothing.`,
      };
    }
    const gone = processed.change.virtual
      ? say`The collector has found that ${identity} does not exist`
      : say`The collector sees that ${identity} is gone`;
    return { rule, sentence: changeSentence(rule, identity, notes, gone) };
  }
  const { item, outcome } = processed;
  const named = (reference: OwnerReference): ObjectReference =>
    ownerIdentity(reference, isClusterScoped(reference) ? '' : item.identity.namespace);
  const owner = (ruleOfNote: string): Sentence => {
    const reference = notes.find((note) => note.rule === ruleOfNote)?.reference;
    if (!reference) return say`one of its owners`;
    return say`its owner ${named(reference)}`;
  };
  const hasFailed = outcome.error !== undefined;
  const rule = describedRule(outcome.rule, notes);
  const words = { owner, named, hasFailed, hasLeft: hasLeft(item) };
  const sentence = workerSentence(rule, item.identity, notes, words);
  const error = hasFailed ? ` The collector will try again. Error: ${outcome.error}` : '';
  const polled =
    outcome.action === 'requeue' && !hasFailed
      ? ' The collector has only looked it up and not observed it, so it will look it up again.'
      : '';
  return { rule, sentence: say`${sentence}${error}${polled}` };
}

/** FG-02 is the decision that an owner waits; if nothing was queued for it, FG-03 says why. */
function describedRule(rule: string, notes: readonly Note[]): string {
  const queuesNothing = rule === 'FG-02' && !notes.some((note) => note.rule === rule);
  return queuesNothing ? 'FG-03' : rule;
}

function changeSentence(
  rule: string,
  identity: ObjectReference,
  notes: readonly Note[],
  gone: Sentence,
): Sentence {
  const ofRule = notes.filter((each) => each.rule === rule);
  const { subject = identity, other = 'another identity' } = ofRule[0] ?? {};
  switch (rule) {
    case 'GB-36':
      return say`The collector sees that ${identity} is being deleted in the foreground. It will check each dependent, then the object itself.`;
    case 'GB-35':
      return say`The collector sees that ${identity} is being deleted with the policy Orphan. It queues the object for an orphan worker, which will remove the references to it.`;
    case 'AL-06':
      return say`${other} does not exist. References disagree about this owner, so the collector looks up ${subject} next.`;
    case 'GB-42b':
      return say`${identity} does not exist, but other dependents refer to its uid under another identity. The collector keeps the owner in its graph for them.`;
    case 'GB-42c':
      return say`${identity} does not exist, but the collector has observed an object with this uid under another identity. That object stays in the graph.`;
    case 'GB-43':
      return say`${gone}. It removes the object from its graph${ofRule.some(({ other }) => !other) ? ', remembers it as absent, and queues its dependents for a check' : ''}.${waitingOwners(ofRule)}`;
    case 'GB-41':
    case 'GB-42a':
    case 'GB-42d':
      return say`${gone}. It removes the object from its graph.`;
    case 'GB-40':
      return say`${identity} is no longer in the graph, so the collector has nothing to do.`;
    case 'GB-05':
      return say`The collector sees ${identity}. The reference of ${subject} to it crosses namespaces, so the collector queues this dependent for a check.`;
    case 'GB-27':
      return say`The collector sees ${identity}. Its reference to ${other} crosses namespaces, so the collector queues the dependent for a check.`;
    case 'GB-06':
      return say`The collector sees ${identity}. Until now it knew this uid under another identity, ${other}.`;
    case 'GB-04':
      return say`The collector sees ${identity}. Until now it knew the object only from a reference.`;
    case 'GB-14':
      return say`${identity} no longer blocks ${subject}. The collector queues this owner for a check.`;
    case 'GB-31':
      return say`The collector sees ${identity}. One of its references does not match the owner, so the collector queues the object for a check.`;
    case 'GB-25':
      return unseenOwners(identity, ofRule);
    case 'GB-10':
      return say`The collector sees ${identity} for the first time.`;
    case 'GB-13':
      return say`The collector sees that the owner references of ${identity} changed.`;
    default:
      return say`The collector sees an update of ${identity}. No owner reference changed.`;
  }
}

function unseenOwners(identity: ObjectReference, notes: readonly Note[]): Sentence {
  const owners = joinSentences(
    notes.map(({ subject }) => say`${subject}`),
    ', ',
    ' and ',
  );
  return notes.length > 1
    ? say`The collector sees ${identity}, but has not seen its owners ${owners}. It adds them to its graph as virtual and queues them to look them up.`
    : say`The collector sees ${identity}, but has not seen its owner ${owners}. It adds the owner to its graph as virtual and queues it to look it up.`;
}

/** GB-43: the owners that may have waited for the object that is gone. */
function waitingOwners(notes: readonly Note[]): Sentence {
  const owners = notes.flatMap(({ other }) => (other ? [say`${other}`] : []));
  if (owners.length === 0) return [];
  const names = joinSentences(owners, ', ', ' and ');
  return owners.length > 1
    ? say` Its owners ${names} may have waited only for it, so the collector queues these owners for a check.`
    : say` Its owner ${names} may have waited only for it, so the collector queues this owner for a check.`;
}

/** How the collector knows that an object has no owner: it remembers (CL-01, CL-02), or it asked (CL-05, CL-07). */
function absence(notes: readonly Note[], owner: (ruleOfNote: string) => Sentence): Sentence {
  const found = notes.filter(({ rule }) => ['CL-01', 'CL-02', 'CL-05', 'CL-07'].includes(rule));
  const [first] = found;
  if (!first || found.length > 1) return say`none of its owners exists`;
  if (first.rule === 'CL-05') return say`${owner(first.rule)} does not exist`;
  if (first.rule === 'CL-07')
    return say`the object with the name of ${owner(first.rule)} has another uid`;
  return say`${owner(first.rule)} does not exist, as the absent-owner cache says`;
}

/** The references to other owners, which the collector removes from what it keeps (AD-14). */
function droppedReferences(
  notes: readonly Note[],
  removes: string,
  named: (reference: OwnerReference) => ObjectReference,
): Sentence {
  const { dangling = [], waiting = [] } =
    notes.find(({ references }) => references !== undefined)?.references ?? {};
  const dropped = [...dangling, ...waiting];
  if (dropped.length === 0) return [];
  const owners = joinSentences(
    dropped.map((reference) => say`${named(reference)}`),
    ', ',
    ' and ',
  );
  return say` The collector ${removes} its ${dropped.length === 1 ? 'reference' : 'references'} to ${owners}.`;
}

/** Whom an owner waits for: dependents that the collector queues (FG-02), and those that wait themselves (FG-03). */
function blockingDependents(identity: ObjectReference, notes: readonly Note[]): Sentence {
  const noted = (rule: string): readonly Sentence[] =>
    notes.flatMap((note) => (note.rule === rule && note.other ? [say`${note.other}`] : []));
  const queued = noted('FG-02');
  const waiting = noted('FG-03');
  const names = (dependents: readonly Sentence[]): Sentence =>
    joinSentences(dependents, ', ', ' and ');
  const waits =
    waiting.length > 1
      ? say`waits for ${names(waiting)}, which block it. They wait for their own dependents, so the collector does not queue them. Each time one of them is gone, the collector checks ${identity} again.`
      : say`waits for ${names(waiting)}, which blocks it. This dependent waits for its own dependents, so the collector does not queue it. When it is gone, the collector checks ${identity} again.`;
  if (queued.length === 0) return say`${identity} ${waits}`;
  const queues =
    queued.length > 1
      ? say`${identity} waits for ${names(queued)}, which block it. The collector queues these dependents for a check.`
      : say`${identity} waits for ${names(queued)}, which blocks it. The collector queues this dependent for a check.`;
  return waiting.length === 0 ? queues : say`${queues} ${identity} also ${waits}`;
}

function workerSentence(
  rule: string,
  identity: ObjectReference,
  notes: readonly Note[],
  words: {
    readonly owner: (ruleOfNote: string) => Sentence;
    readonly named: (reference: OwnerReference) => ObjectReference;
    readonly hasFailed: boolean;
    readonly hasLeft: boolean;
  },
): Sentence {
  const { owner, named, hasFailed, hasLeft } = words;
  const deletes = hasFailed ? 'tries to delete' : 'deletes';
  const removes = hasFailed ? 'tries to remove' : 'removes';
  switch (rule) {
    case 'AD-W2':
      return say`${identity} is no longer in the graph, so the collector drops this entry of the queue.`;
    case 'AD-W3':
      return say`The collector has observed the object with the uid of ${identity} in the meantime. This entry of the queue is out of date, so the collector drops it.`;
    case 'AD-02':
      return hasLeft
        ? say`The queue still holds the collector’s last copy of ${identity}, although the object is gone from the graph. This copy says that it is being deleted, so the collector has nothing to do.`
        : say`The collector has seen that ${identity} is being deleted, so it has nothing to do.`;
    case 'AD-04':
      return say`The API server does not serve the kind of ${identity}.`;
    case 'AD-05':
      return say`The collector cannot look up ${identity} without a namespace. It does not try again.`;
    case 'AD-07':
      return say`${identity} does not exist. The collector queues its removal from the graph.`;
    case 'AD-08':
      return say`The collector cannot read ${identity}.`;
    case 'AD-09':
      return say`Another object now has the name of ${identity}. The collector queues the removal of the old object from the graph.`;
    case 'AD-11':
      return say`${identity} stays, because it has no owner.`;
    case 'AD-14':
      return say`${identity} stays, because ${owner('CL-09')} exists.${droppedReferences(notes, removes, named)}`;
    case 'AD-15':
      return say`${identity} has dependents of its own, so the collector ${deletes} it in the foreground, like ${owner('CL-08')}.`;
    case 'AD-17':
      return notes.some((note) => note.rule === 'CL-08')
        ? say`The collector ${deletes} ${identity}, because ${owner('CL-08')} is being deleted in the foreground.`
        : say`The collector ${deletes} ${identity}, because ${absence(notes, owner)}.`;
    case 'CL-03':
      return say`${identity} stays, because the API server does not serve the kind of one of its owners.`;
    case 'CL-04':
      return say`${identity} is cluster-scoped, but refers to a namespaced owner. The collector cannot look up such an owner, so the object stays.`;
    case 'CL-06':
      return say`The collector cannot read an owner of ${identity}.`;
    case 'FG-01':
      return say`Nothing blocks ${identity} any more. The collector ${removes} its finalizer ${code('foregroundDeletion')}.`;
    case 'FG-02':
    case 'FG-03':
      return blockingDependents(identity, notes);
    case 'OR-06':
      return say`The collector could not orphan every dependent of ${identity}.`;
    case 'OR-07':
      return say`The collector has removed the references to ${identity} from its dependents. Now it ${removes} the finalizer ${code('orphan')}.`;
    default:
      return say`The collector checked ${identityText(identity)}.`;
  }
}
