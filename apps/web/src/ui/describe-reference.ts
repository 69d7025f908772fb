import {
  isBlocking,
  type NodeRecord,
  type OwnerReference,
  type ReferenceFinding,
} from '@gcscope/gc-core/wire';
import { kindAndName } from './object-name.ts';

/** Findings of a reference, as parts of a sentence. */
const FINDING_WORDS: Readonly<Record<ReferenceFinding, string>> = {
  dangling: 'this object does not exist',
  'stale-uid': 'the object with this name has another uid',
  'wrong-kind': 'the object with this uid has another kind',
  'wrong-name': 'the object with this uid has another name',
  'wrong-version': 'the object has another API version',
  'cross-namespace': 'the owner is in another namespace: the collector treats it as absent',
  'cluster-child-of-namespaced': 'a cluster-scoped object cannot have a namespaced owner',
  unresolvable: 'the API server does not serve this kind',
};

/** The differences between a reference and its `owner`, and its fields that matter for a deletion; in the past tense if the dependent `isGone`. */
export function referenceFacts(
  { kind, name, controller, blockOwnerDeletion }: OwnerReference,
  owner?: Pick<NodeRecord, 'kind' | 'name'>,
  isGone = false,
): string[] {
  const blocks = isGone
    ? 'blocked any foreground deletion of the owner'
    : 'blocks the owner’s foreground deletion';
  const isOther = owner && (owner.kind !== kind || owner.name !== name);
  return [
    ...(isOther ? [`the reference ${isGone ? 'said' : 'says'} ${kind} ${name}`] : []),
    ...(controller === true ? ['controller: true'] : []),
    ...(blockOwnerDeletion === true ? [blocks] : []),
  ];
}

/** A reference in words, for people with and without sight of the line. */
export interface DescribedReference {
  /** The sentence that names the dependent and the owner. */
  readonly sentence: string;
  readonly facts: readonly string[];
  /** The owner's foreground deletion waits for the dependent. */
  readonly blocks: boolean;
  /** Findings of the reference, in words. */
  readonly findings: readonly string[];
}

/** The references of a dependent, which may be gone, to one uid in words; `owner`: the object with this uid, if there is one. */
export function describeReferences(
  dependent: NodeRecord,
  uid: string,
  owner: NodeRecord | undefined,
  isGone = false,
): DescribedReference[] {
  return dependent.owners.flatMap((reference, index): DescribedReference[] => {
    if (reference.uid !== uid) return [];
    const wrong = dependent.summary?.wrong?.filter((each) => each.index === index) ?? [];
    // For a wrong reference, its own fields: they are what is wrong.
    const { kind, name } = reference;
    const named = wrong.length === 0 && owner ? owner : { kind, name, namespace: '' };
    return [
      {
        sentence: `${kindAndName(dependent)} ${isGone ? 'named' : 'names'} ${kindAndName(named)} as an owner.`,
        facts: [
          // An owner that was never seen is known from references only: nobody knows whose uid it is.
          ...(owner && !owner.virtual && named !== owner
            ? [`the uid is that of ${kindAndName(owner)}`]
            : []),
          ...referenceFacts(reference, undefined, isGone),
          ...(dependent.beingDeleted && !isGone
            ? [`no longer checked: the ${dependent.kind} is being deleted`]
            : []),
        ],
        blocks: isBlocking(reference),
        findings: wrong.map(({ finding }) => FINDING_WORDS[finding]),
      },
    ];
  });
}
