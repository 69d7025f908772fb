import { type Playback, plainText, type SceneSummary, type Step } from '@gcscope/gc-core/wire';
import { describeState } from '../../data/describe-state.ts';
import { POLICIES } from '../../ui/policies.ts';

/** A word that a reader of Deployments and Pods may not know. */
export interface Term {
  readonly term: string;
  /** Markdown. */
  readonly meaning: string;
}

const TERMS: readonly (Term & { readonly where: RegExp })[] = [
  {
    term: 'Owner, dependent',
    where: /owner|dependent/i,
    meaning:
      'An object lists its owners in `metadata.ownerReferences`, and is a dependent of each. A Pod lists its ReplicaSet, and the ReplicaSet lists its Deployment.',
  },
  {
    term: 'Collector',
    where: /collector|graph/i,
    meaning:
      'The garbage collector runs in kube-controller-manager. It deletes a dependent when none of its owners stays: each is gone, or is being deleted with the policy Foreground.',
  },
  {
    term: 'Graph builder, event',
    where: /collector|graph/i,
    meaning:
      'The API server sends the collector an event for each change of an object of almost every kind. The graph builder of the collector keeps these objects in a graph. The map shows this graph.',
  },
  {
    term: 'Finalizer',
    where: /finalizer/i,
    meaning:
      'A finalizer is a name in `metadata.finalizers`. It means that a controller, such as the collector, has work to do before the object is removed. A DELETE of such an object only sets its `deletionTimestamp`; with the policy Foreground, a DELETE first adds the finalizer `foregroundDeletion`. The controller does its work, then removes its finalizer. After the last one, the API server removes the object. If a controller never does its work, the object stays for ever.',
  },
  {
    term: 'Terminating, grace period',
    where: /terminating|finalizer|grace/i,
    meaning:
      'An object with a `deletionTimestamp` is in Terminating; `kubectl get` says so of a few kinds only, such as Pods and Namespaces. It stays until its last finalizer is removed, and a Pod also until the kubelet has stopped it. Its grace period to stop is 30 seconds by default; its `deletionTimestamp` is the end of this time. A ReplicaSet in Terminating gets no more Pods. Nothing can undo a deletion.',
  },
  {
    term: 'Propagation policy',
    where: /polic(y|ies)|background|foreground|orphan/i,
    meaning: [
      'The `propagationPolicy` of a DELETE (kubectl: `--cascade`) says what happens to the dependents.',
      ...POLICIES.map(({ policy, meaning }) => `*${policy}*: ${meaning}`),
    ].join('\n\n'),
  },
  {
    term: 'Foreground deletion',
    where: /foreground/i,
    meaning:
      'The API server gives the object the finalizer `foregroundDeletion`. Then the collector deletes each dependent: in the foreground, too, if it has dependents itself. When no dependent blocks the object any more, the collector removes the finalizer.',
  },
  {
    term: 'Orphan deletion',
    where: /orphan/i,
    meaning:
      'The API server gives the object the finalizer `orphan`. The collector first removes the references to the object from its dependents, then this finalizer.',
  },
  {
    term: 'Blocking',
    where: /block/i,
    meaning:
      'A dependent blocks its owner if its reference has `blockOwnerDeletion: true`. The Deployment controller and the ReplicaSet controller set this field on all that they create. A foreground deletion waits for such dependents only. It deletes the others, too.',
  },
  {
    term: 'Check, queue',
    where: /queue|check|delete worker/i,
    meaning:
      'The collector queues each object that it may have to delete. A delete worker checks one after the other: it asks the API server for the object and its owners, then deletes the object or leaves it. If the object is an owner that waits, the worker looks whether a dependent still blocks it.',
  },
  {
    term: 'Queues',
    where: /attempt to (delete|orphan)/i,
    meaning:
      'The collector has three queues. *Graph changes* holds events for the graph builder. *Attempt to delete* holds objects for a delete worker to check. *Attempt to orphan* holds owners for an orphan worker, which removes the references to them.',
  },
  {
    term: 'Verdict',
    where: /verdict/i,
    meaning: `The verdict on an object is what the next check would find. *stays*: an owner keeps it, or it has none. *goes*: the collector will delete it, or remove the last finalizer that keeps it. *waits*: it is being deleted, and a dependent, a finalizer or the kubelet still keeps it. *not verified*: ${describeState('not-verified')}.`,
  },
  {
    term: 'Virtual',
    where: /virtual/i,
    meaning:
      'The collector knows a virtual owner only from a reference and has not seen the object itself. It looks the owner up before it deletes any dependent. `virtual=false` in its log means that it has seen the object.',
  },
  {
    term: 'Absent owner',
    where: /absent/i,
    meaning:
      'The absent-owner cache holds owners that the collector knows to be gone. It does not ask the API server for them again.',
  },
  {
    term: 'uid',
    where: /\buids?\b/i,
    meaning:
      'Each object gets a new uid when it is created. An owner reference means the object with this uid. An object that is created again under the same name is another object.',
  },
  {
    term: 'Cluster-scoped',
    where: /cluster-scoped/i,
    meaning:
      'A cluster-scoped object, such as a Node, has no namespace. A namespaced object may have a cluster-scoped owner, but not the other way round.',
  },
];

/**
 * The terms that occur in the text of a scene or in its steps. Beside that text, those are left out that it explains:
 * `*finalizer*`. At a step, its own terms come first, those that are newest to the reader before the others; then
 * those of the evidence.
 */
export function termsOf(
  { title, description }: SceneSummary,
  { steps, initialSteps }: Playback,
  step?: Step,
): Term[] {
  const evidence = step ? evidenceOf(step) : '';
  const text = [title, description, ...steps.map(textOf), evidence].join('\n');
  const explained = description.toLowerCase();
  const isExplained = ({ term }: Term): boolean =>
    term
      .toLowerCase()
      .split(', ')
      .every((word) => explained.includes(`*${word}*`));
  const terms = TERMS.filter(({ where }) => where.test(text));
  if (!step) return terms.filter((term) => !isExplained(term));
  const told = steps.slice(initialSteps, step.index).map(textOf);
  /** Newness of a term of this step to the reader. */
  const newness = (term: (typeof TERMS)[number]): number => {
    if (!term.where.test(textOf(step))) return -1;
    const at = told.findIndex((each) => term.where.test(each));
    // The description before the steps has explained some of the words that are new at the same step.
    return (at < 0 ? steps.length : at) + (isExplained(term) ? 0 : 0.5);
  };
  return terms.toSorted((a, b) => newness(b) - newness(a));
}

function textOf({ sentence, note = '' }: Step): string {
  return `${plainText(sentence)}\n${note}`;
}

/** The texts of the panes beside a step: queues, changes of verdicts, log. */
function evidenceOf({ delta, log = [] }: Step): string {
  const changes = delta.upserts.length > 0 ? 'verdict' : '';
  const lines = log.map(({ text }) => text);
  return ['Attempt to delete, attempt to orphan, absent-owner cache', changes, ...lines].join('\n');
}
