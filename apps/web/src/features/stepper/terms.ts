import { type Playback, plainText, type SceneSummary } from '@gcscope/gc-core/wire';

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
      'An object names its owners in `metadata.ownerReferences`; it is their dependent. A Pod names its ReplicaSet, the ReplicaSet names its Deployment.',
  },
  {
    term: 'Collector',
    where: /collector|graph/i,
    meaning:
      'The garbage collector, a part of kube-controller-manager. It deletes dependents whose owners are gone. It watches the API server and keeps what it has seen in a graph: that is the map.',
  },
  {
    term: 'Finalizer',
    where: /finalizer/i,
    meaning:
      'A name in `metadata.finalizers`: somebody has work to do before the object goes. A delete request then only sets `deletionTimestamp`; the object stays, in Terminating. It goes when the last finalizer is removed.',
  },
  {
    term: 'Foreground deletion',
    where: /foreground/i,
    meaning:
      'Dependents first: `kubectl delete --cascade=foreground`. The API server gives the object the finalizer `foregroundDeletion`. The collector removes that finalizer when no dependent blocks the object any more.',
  },
  {
    term: 'Background deletion',
    where: /background/i,
    meaning:
      'The object goes at once. The collector deletes its dependents afterwards. `kubectl delete` does this unless you say otherwise.',
  },
  {
    term: 'Orphan',
    where: /orphan/i,
    meaning:
      'Only the object goes: `kubectl delete --cascade=orphan`. Before that, the collector removes the references to it from its dependents, which stay.',
  },
  {
    term: 'Blocking',
    where: /block/i,
    meaning:
      'A dependent blocks its owner if its reference says `blockOwnerDeletion: true`: a foreground deletion of the owner waits for it. Kubernetes sets this on the ReplicaSets of a Deployment and on their Pods.',
  },
  {
    term: 'Checking, queue',
    where: /queue|checked|checks|delete worker/i,
    meaning:
      'After each change, the collector puts the objects that it may have to delete into a queue. A delete worker takes them one by one, asks the API server about the object and its owners, and decides.',
  },
  {
    term: 'Virtual',
    where: /virtual/i,
    meaning:
      'The collector knows an owner only from a reference, because it has not seen the object itself. It looks the owner up before it deletes anything.',
  },
  {
    term: 'uid',
    where: /\buids?\b/i,
    meaning:
      'The identity of an object, new with each creation. An object that is created again under the same name is not the owner that an old reference means.',
  },
  {
    term: 'Cluster-scoped',
    where: /cluster-scoped/i,
    meaning:
      'Without a namespace, as a Node. A namespaced object may have a cluster-scoped owner, but not the other way round.',
  },
  {
    term: 'Grace period',
    where: /grace/i,
    meaning:
      'The time that a Pod gets to stop, 30 seconds by default. Until then it stays, in Terminating; the kubelet ends it.',
  },
];

/** The terms that occur in the text of a scene or in its steps. */
export function termsOf({ title, description }: SceneSummary, { steps }: Playback): Term[] {
  const texts = steps.flatMap(({ sentence, note = '' }) => [plainText(sentence), note]);
  const text = [title, description, ...texts].join('\n');
  return TERMS.filter(({ where }) => where.test(text));
}
