import type { GraphNode } from '../graph/graph-node.ts';
import { FOREGROUND_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
} from '../meta/object-reference.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import type { ClassifiedReferences } from './decide-deletion.ts';
import { type Address, type Failure, getAt, liveIn, noMappingText } from './live-object.ts';

/** The class of a reference: its owner lives, waits for its dependents in a foreground deletion, or does not exist. */
type ReferenceClass = 'solid' | 'waiting' | 'dangling';

/** The object whose references are looked at. */
type Item = Pick<GraphNode, 'identity'>;

/** The part of a worker's context that classifies references. */
export type ClassifyContext = Pick<
  WorkerContext,
  'release' | 'absentOwnerCache' | 'restMapper' | 'note'
>;

/** Classifies the live references in order; the first error ends it (AD-12, CL-01..14). */
export function* classifyReferences(
  item: Item,
  references: readonly OwnerReference[],
  context: ClassifyContext,
): Attempt<ClassifiedReferences | { readonly failure: Failure }> {
  const { identity } = item;
  const { absentOwnerCache, note } = context;
  const byClass: Record<ReferenceClass, OwnerReference[]> = {
    solid: [],
    dangling: [],
    waiting: [],
  };
  for (const reference of references) {
    const remembered = absenceOf(reference, identity, absentOwnerCache);
    if (remembered !== undefined) {
      note({ rule: remembered, subject: identity, reference });
      byClass.dangling.push(reference);
      continue;
    }
    const owner = addressOfOwner(reference, identity, context);
    if ('failure' in owner) {
      note({ rule: owner.failure.rule, subject: identity, reference });
      return owner;
    }
    const answer = liveIn(yield getAt(owner), 'CL-06');
    if ('failure' in answer) return answer;
    const { class: referenceClass, rule } = classifyOwner(reference, answer.live);
    note({ rule, subject: identity, reference });
    const { namespace } = owner;
    if (referenceClass === 'dangling') absentOwnerCache.add(ownerIdentity(reference, namespace));
    byClass[referenceClass].push(reference);
  }
  note({ rule: 'AD-13', subject: identity, references: byClass });
  return byClass;
}

/** The rule by which the cache knows that there is no such owner. */
function absenceOf(
  reference: OwnerReference,
  { namespace }: ObjectReference,
  cache: ClassifyContext['absentOwnerCache'],
): 'CL-01' | 'CL-02' | undefined {
  if (cache.has(ownerIdentity(reference, ''))) return 'CL-01';
  return cache.has(ownerIdentity(reference, namespace)) ? 'CL-02' : undefined;
}

/**
 * The address of the owner, or the reason why there is none. A reference names no namespace: the collector looks for a
 * namespaced owner in the dependent's (CL-03..05, CL-12, CL-13).
 */
function addressOfOwner(
  reference: OwnerReference,
  dependent: ObjectReference,
  { restMapper, release }: ClassifyContext,
): Address | { readonly failure: Failure } {
  const { apiVersion, kind, name } = reference;
  const resource = restMapper.forKind(apiVersion, kind);
  if (!resource) {
    const text = noMappingText(apiVersion, kind);
    return { failure: { type: 'no-mapping', rule: 'CL-03', text } };
  }
  if (!resource.namespaced) return { resource, namespace: '', name };
  if (dependent.namespace === '' && release.leavesNamespacedOwnersOfClusterScopedAlone) {
    return { failure: { type: 'never', rule: 'CL-04' } };
  }
  return { resource, namespace: dependent.namespace, name };
}

/** Class of a reference given what lives under the owner's name, or nothing (CL-05, CL-07..09). */
function classifyOwner(
  reference: OwnerReference,
  owner: ObjectMeta | undefined,
): { readonly class: ReferenceClass; readonly rule: 'CL-05' | 'CL-07' | 'CL-08' | 'CL-09' } {
  if (!owner) return { class: 'dangling', rule: 'CL-05' };
  if (owner.uid !== reference.uid) return { class: 'dangling', rule: 'CL-07' };
  if (isWaiting(owner)) return { class: 'waiting', rule: 'CL-08' };
  return { class: 'solid', rule: 'CL-09' };
}

/** Whether the object is a waiting owner: being deleted in the foreground. */
function isWaiting(owner: ObjectMeta): boolean {
  return (
    owner.deletionTimestamp !== undefined &&
    (owner.finalizers?.includes(FOREGROUND_FINALIZER) ?? false)
  );
}
