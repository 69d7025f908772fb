import type { GraphNode } from '../graph/graph-node.ts';
import type { ReferenceCache } from '../graph/reference-cache.ts';
import type { ApiResource } from '../meta/api-resource.ts';
import { FOREGROUND_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import {
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
} from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import type { ClassifiedReferences } from './decide-deletion.ts';
import { type Failure, getAt, liveIn, noMappingText } from './live-object.ts';
import type { RestMapper } from './object-client.ts';

/** What a reference is worth: its owner lives, waits for its dependents in a foreground deletion, or does not exist. */
export type ReferenceClass = 'solid' | 'waiting' | 'dangling';

/** The object whose references are looked at. */
type Item = Pick<GraphNode, 'identity'>;

/** What of a worker's context a reference is classified with. */
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
  const byClass: Record<ReferenceClass, OwnerReference[]> = {
    solid: [],
    dangling: [],
    waiting: [],
  };
  for (const reference of references) {
    const result = yield* classifyReference(item, reference, context);
    if (typeof result !== 'string') return result;
    byClass[result].push(reference);
  }
  context.note({ rule: 'AD-13', subject: item.identity, references: byClass });
  return byClass;
}

/** What one reference is worth; a failure ends the pass. */
export function* classifyReference(
  item: Item,
  reference: OwnerReference,
  context: ClassifyContext,
): Attempt<ReferenceClass | { readonly failure: Failure }> {
  const { identity } = item;
  const { absentOwnerCache, note } = context;
  const remembered = absenceOf(reference, identity, absentOwnerCache);
  if (remembered !== undefined) {
    note({ rule: remembered, subject: identity, reference });
    return 'dangling';
  }
  const lookup = lookupOwner(reference, identity, context.restMapper, context.release);
  if (lookup.type === 'unmapped') {
    note({ rule: 'CL-03', subject: identity, reference });
    const text = noMappingText(reference.apiVersion, reference.kind);
    return { failure: { type: 'no-mapping', rule: 'CL-03', text } };
  }
  if (lookup.type === 'cluster-child') {
    note({ rule: 'CL-04', subject: identity, reference });
    return { failure: { type: 'never', rule: 'CL-04' } };
  }
  const { resource, namespace } = lookup;
  const answer = liveIn(yield getAt({ resource, namespace, name: reference.name }), 'CL-06');
  if ('failure' in answer) return answer;
  const { class: referenceClass, rule } = classifyOwner(reference, answer.live);
  note({ rule, subject: identity, reference });
  if (referenceClass === 'dangling') absentOwnerCache.add(ownerIdentity(reference, namespace));
  return referenceClass;
}

/** The rule by which the cache knows that there is no such owner. */
function absenceOf(
  reference: OwnerReference,
  { namespace }: ObjectReference,
  cache: Pick<ReferenceCache, 'has'>,
): 'CL-01' | 'CL-02' | undefined {
  if (cache.has(ownerIdentity(reference, ''))) return 'CL-01';
  return cache.has(ownerIdentity(reference, namespace)) ? 'CL-02' : undefined;
}

/** Where an owner is to be looked up, or why it cannot be. */
type OwnerLookup =
  | { readonly type: 'ask'; readonly resource: ApiResource; readonly namespace: string }
  | { readonly type: 'unmapped'; readonly rule: 'CL-03' }
  | { readonly type: 'cluster-child'; readonly rule: 'CL-04'; readonly resource: ApiResource };

/** A reference names no namespace: a namespaced owner is looked for in the dependent's (CL-03..05, CL-12, CL-13). */
function lookupOwner(
  reference: OwnerReference,
  dependent: ObjectReference,
  mapper: RestMapper,
  release: ReleaseProfile,
): OwnerLookup {
  const resource = mapper.forKind(reference.apiVersion, reference.kind);
  if (!resource) return { type: 'unmapped', rule: 'CL-03' };
  if (!resource.namespaced) return { type: 'ask', resource, namespace: '' };
  if (dependent.namespace === '' && release.leavesNamespacedOwnersOfClusterScopedAlone) {
    return { type: 'cluster-child', rule: 'CL-04', resource };
  }
  return { type: 'ask', resource, namespace: dependent.namespace };
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
