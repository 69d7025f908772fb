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
      'An object lists its owners in `metadata.ownerReferences`. It is a dependent of each of them. For example, a Pod lists its ReplicaSet, and the ReplicaSet lists its Deployment.',
  },
  {
    term: 'Collector',
    where: /collector|graph/i,
    meaning:
      'The garbage collector runs in kube-controller-manager. It deletes a dependent when no owner of it stays: each is gone, or is being deleted in the foreground. The API server sends it an event for each change. Its graph builder reads the events and keeps all objects in a graph of owners and dependents. The map shows this graph.',
  },
  {
    term: 'Finalizer',
    where: /finalizer/i,
    meaning:
      'A finalizer is a name in `metadata.finalizers`. It means that a controller has work to do before the object is removed. A DELETE of such an object only sets its `deletionTimestamp`. The controller removes its finalizer when the work is done. Without a finalizer left, the API server removes the object. If a controller never does its work, the object stays for ever.',
  },
  {
    term: 'Terminating',
    where: /terminating|finalizer|grace/i,
    meaning:
      'An object is in Terminating while it has a `deletionTimestamp` but still exists: it stays until its last finalizer is removed, and a Pod also until the kubelet has stopped it. A Deployment or ReplicaSet in Terminating creates no more Pods. Nothing can undo a deletion.',
  },
  {
    term: 'Foreground deletion',
    where: /foreground/i,
    meaning:
      'Dependents that block their owner go before it. You ask for it with `kubectl delete --cascade=foreground`. The API server gives the owner the finalizer `foregroundDeletion`. The collector removes this finalizer when no dependent blocks the owner any more.',
  },
  {
    term: 'Background deletion',
    where: /background/i,
    meaning:
      'The owner goes at once, and the collector deletes its dependents afterwards. This is what `kubectl delete` does by default.',
  },
  {
    term: 'Orphan',
    where: /orphan/i,
    meaning:
      'Only the owner goes, and its dependents stay. You ask for it with `kubectl delete --cascade=orphan`. The API server gives the owner the finalizer `orphan`. The collector first removes the references to the owner from its dependents, then this finalizer.',
  },
  {
    term: 'Blocking',
    where: /block/i,
    meaning:
      'A dependent blocks its owner if its reference has `blockOwnerDeletion: true`. A foreground deletion of the owner waits for such dependents only. It deletes the others, too. The controllers of Deployments and ReplicaSets set this field on all that they create.',
  },
  {
    term: 'Check, queue',
    where: /queue|check|delete worker/i,
    meaning:
      'After each change, the collector puts the objects that may have to go into a queue. A delete worker takes them one by one. To check an object, it asks the API server about the object and its owners. Then it deletes the object or leaves it.',
  },
  {
    term: 'Virtual',
    where: /virtual/i,
    meaning:
      'The collector knows a virtual owner only from a reference and has not seen the object itself. It looks the owner up before it deletes any dependent.',
  },
  {
    term: 'Absent owner',
    where: /absent/i,
    meaning:
      'The collector remembers owners that it knows to be gone, in a cache. It does not ask the API server for them again.',
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
      'A cluster-scoped object has no namespace. A Node is one. A namespaced object may have a cluster-scoped owner, but not the other way round.',
  },
  {
    term: 'Grace period',
    where: /grace/i,
    meaning:
      'A deleted Pod gets time to stop, 30 seconds by default. It stays in Terminating until the kubelet has stopped it.',
  },
];

/** The terms that occur in the text of a scene or in its steps. */
export function termsOf({ title, description }: SceneSummary, { steps }: Playback): Term[] {
  const texts = steps.flatMap(({ sentence, note = '' }) => [plainText(sentence), note]);
  const text = [title, description, ...texts].join('\n');
  return TERMS.filter(({ where }) => where.test(text));
}
