import type { Attempt, Outcome } from '../collector/attempt.ts';
import {
  type Address,
  errorText,
  failureText,
  getAt,
  liveIn,
  noMappingText,
} from '../collector/live-object.ts';
import type { RestMapper } from '../collector/object-client.ts';
import { withoutFinalizer } from '../collector/remove-finalizer.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { ReferenceCache } from '../graph/reference-cache.ts';
import { ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import type { NoteSink } from '../meta/note.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import {
  identityText,
  type ObjectReference,
  type OwnerReference,
  ownerIdentity,
} from '../meta/object-reference.ts';

export interface PropagatorWorkerContext {
  readonly restMapper: RestMapper;
  readonly absentOwners: Pick<ReferenceCache, 'has' | 'add'>;
  readonly enqueueVirtualDelete: (identity: ObjectReference) => void;
  readonly order: (nodes: GraphNode[]) => GraphNode[];
  readonly note: NoteSink;
}

/** Tries of the PUT that removes the finalizer (PG-36). */
const MAX_ATTEMPTS = 5;

/** One pass of a dirty worker: an item without a single living owner is deleted (PG-20..30). */
export function* processItem(item: GraphNode, context: PropagatorWorkerContext): Attempt {
  const { identity } = item;
  const address = addressIn(identity, identity.namespace, context.restMapper);
  if (!address) return failed('PG-31', noMappingText(identity.apiVersion, identity.kind));
  const answer = liveIn(yield getAt(address), 'PG-20');
  if ('failure' in answer) return failed('PG-31', failureText(answer.failure, identity));
  const { live } = answer;
  if (live?.uid !== item.uid) {
    context.enqueueVirtualDelete(identity);
    return { action: 'forget', rule: 'PG-21' };
  }
  const references = live.ownerReferences ?? [];
  if (references.length === 0) return { action: 'forget', rule: 'PG-22' };
  const kept = yield* lookForOwner(item, references, context);
  if (kept) return kept;
  context.note({ rule: 'PG-29', subject: identity });
  const deleted = yield {
    verb: 'delete',
    ...address,
    options: { preconditions: { uid: item.uid } },
  };
  return deleted.ok
    ? { action: 'forget', rule: 'PG-29' }
    : failed('PG-29', errorText(deleted.status));
}

/** Asks for the owners in order; the first that lives, whatever its state, keeps the item (PG-23..28). */
export function* lookForOwner(
  item: Pick<GraphNode, 'identity'>,
  references: readonly OwnerReference[],
  {
    absentOwners,
    restMapper,
    note,
  }: Pick<PropagatorWorkerContext, 'absentOwners' | 'restMapper' | 'note'>,
): Attempt<Outcome | undefined> {
  const { identity } = item;
  for (const reference of references) {
    const absent = ownerIdentity(reference, identity.namespace);
    if (absentOwners.has(absent)) {
      note({ rule: 'PG-23', subject: identity, reference });
      continue;
    }
    const owner = addressIn(reference, identity.namespace, restMapper);
    if (!owner) {
      note({ rule: 'PG-24', subject: identity, reference });
      return failed('PG-24', noMappingText(reference.apiVersion, reference.kind));
    }
    const found = liveIn(yield getAt(owner), 'PG-31');
    if ('failure' in found) return failed('PG-31', failureText(found.failure, identity));
    if (found.live?.uid === reference.uid) {
      note({ rule: 'PG-28', subject: identity, reference });
      return { action: 'forget', rule: 'PG-28' };
    }
    note({ rule: found.live ? 'PG-27' : 'PG-26', subject: identity, reference });
    absentOwners.add(absent);
  }
  return undefined;
}

/** One pass of an orphan worker: the known dependents lose their reference, then the owner its finalizer (PG-35..38). */
export function* orphanDependents(owner: GraphNode, context: PropagatorWorkerContext): Attempt {
  for (const dependent of context.order([...owner.dependents])) {
    const { identity } = dependent;
    const address = addressIn(identity, identity.namespace, context.restMapper);
    if (!address) continue;
    context.note({ rule: 'PG-35', subject: identity, other: owner.identity });
    // Failures here are lost: the list that the worker checks stays empty (PG-38).
    yield {
      verb: 'patch',
      ...address,
      contentType: 'application/strategic-merge-patch+json',
      body: {
        metadata: {
          ownerReferences: [{ $patch: 'delete', uid: owner.uid }],
          uid: dependent.uid,
        },
      },
    };
  }
  const error = yield* removeOrphanFinalizer(owner, context);
  return error === undefined ? { action: 'forget', rule: 'PG-36' } : failed('PG-36', error);
}

function* removeOrphanFinalizer(
  owner: GraphNode,
  context: PropagatorWorkerContext,
): Attempt<string | undefined> {
  const { identity } = owner;
  const address = addressIn(identity, identity.namespace, context.restMapper);
  if (!address) return noMappingText(identity.apiVersion, identity.kind);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = yield { verb: 'get', ...address };
    if (!answer.ok) {
      return answer.status.reason === 'NotFound' ? undefined : errorText(answer.status);
    }
    const live = answer.object as ApiObject;
    if (!live.metadata.finalizers?.includes(ORPHAN_FINALIZER)) return undefined;
    const object = withoutFinalizer(live, ORPHAN_FINALIZER);
    const written = yield { verb: 'update', ...address, object };
    if (written.ok) return undefined;
    if (written.status.reason !== 'Conflict') return errorText(written.status);
  }
  return `the finalizer of ${identityText(identity)} could not be removed in ${MAX_ATTEMPTS} tries`;
}

/** Namespaced if the *item* is, whatever its owner's kind: a cluster-scoped owner is so asked for in vain (PG-25). */
function addressIn(
  { apiVersion, kind, name }: Pick<OwnerReference, 'apiVersion' | 'kind' | 'name'>,
  namespace: string,
  mapper: RestMapper,
): Address | undefined {
  const resource = mapper.forKind(apiVersion, kind);
  return resource && { resource, namespace, name };
}

/** PG-31: the entry waits again at once. */
function failed(rule: string, error: string): Outcome {
  return { action: 'requeue', rule, error };
}
