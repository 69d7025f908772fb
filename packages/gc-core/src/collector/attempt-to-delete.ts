import type { GraphNode } from '../graph/graph-node.ts';
import { FOREGROUND_FINALIZER } from '../meta/finalizers.ts';
import type { ObjectMeta } from '../meta/object-meta.ts';
import { canonicalApiVersion, type ObjectReference } from '../meta/object-reference.ts';
import type { Attempt, Outcome, WorkerContext } from './attempt.ts';
import { classifyReferences } from './classify-references.ts';
import { type ClassifiedReferences, decideDeletion } from './decide-deletion.ts';
import { deleteItem } from './delete-item.ts';
import { type Address, addressOf, errorText, type Failure, getAt, liveIn } from './live-object.ts';
import { removeReferences, unblockReferences } from './patch-references.ts';
import { removeFinalizer } from './remove-finalizer.ts';

/** How the pass over an item ended; `outcomeOf` makes forget or requeue of it. `rule` is the decision. */
type ItemResult =
  | { readonly type: 'success'; readonly rule: string }
  | { readonly type: 'failure'; readonly rule: string; readonly failure: Failure };

/** One pass of a delete worker over one item: drops an outdated item (AD-W2, AD-W3), else decides by the AD rules. */
export function* attemptToDelete(item: GraphNode, context: WorkerContext): Attempt {
  if (item.virtual) {
    const current = context.graph.get(item.uid);
    if (!current) return { action: 'forget', rule: 'AD-W2' };
    if (!current.virtual) return { action: 'forget', rule: 'AD-W3' };
  }
  const result = yield* attemptToDeleteItem(item, context);
  return outcomeOf(item, result);
}

/** Whether the worker forgets the item or requeues it (AD-W7..12). */
function outcomeOf(item: GraphNode, result: ItemResult): Outcome {
  const { rule } = result;
  if (result.type === 'success') {
    // The collector asks for a virtual owner again until an event or a 404 settles whether it exists (AD-W11).
    return { action: item.virtual ? 'requeue' : 'forget', rule };
  }
  const { failure } = result;
  if (failure.type === 'gone' || failure.type === 'never') return { action: 'forget', rule };
  return { action: 'requeue', rule, error: failure.text };
}

/** Reads the item and its owners, decides, and acts: the rules AD-01..20 in their order. */
function* attemptToDeleteItem(item: GraphNode, context: WorkerContext): Attempt<ItemResult> {
  const { identity } = item;
  context.note({ rule: 'AD-01', subject: identity, virtual: item.virtual });
  if (item.beingDeleted && !item.deletingDependents) return { type: 'success', rule: 'AD-02' };

  const found = addressOf(identity, context);
  if ('failure' in found) return failed(found.failure);
  const { address } = found;
  const answer = liveIn(yield getAt(address), 'AD-08');
  if ('failure' in answer) return failed(answer.failure);
  const { live } = answer;
  if (live?.uid !== item.uid) {
    if (!context.release.comparesIdentities) context.markObserved(item);
    enqueueVirtualDelete(identity, context);
    return failed({ type: 'gone', rule: live ? 'AD-09' : 'AD-07' });
  }
  if (item.deletingDependents) return yield* processDeletingDependentsItem(item, context);
  const references = live.ownerReferences ?? [];
  if (references.length === 0) return { type: 'success', rule: 'AD-11' };

  const classified = yield* classifyReferences(item, references, context);
  if ('failure' in classified) return failed(classified.failure);
  return yield* actOn(item, address, live, classified, context);
}

/** The virtual delete has the apiVersion of the REST mapper. So it does not match a node that is known under `/v1` (GB-42b). */
function enqueueVirtualDelete(identity: ObjectReference, context: WorkerContext): void {
  const apiVersion = canonicalApiVersion(identity.apiVersion);
  context.enqueueVirtualDelete({ ...identity, apiVersion });
}

/**
 * A solid owner keeps the item; its dangling and waiting references are removed. Without a solid owner the item is deleted,
 * in the foreground if it has a waiting owner and dependents (AD-14..17).
 */
function* actOn(
  item: GraphNode,
  address: Address,
  live: ObjectMeta,
  classified: ClassifiedReferences,
  context: WorkerContext,
): Attempt<ItemResult> {
  const plan = decideDeletion(classified, item.dependents.size > 0, live.finalizers ?? []);
  const { rule } = plan;
  const subject = item.identity;
  if (plan.type === 'keep') {
    context.note({ rule, subject, references: classified });
    if (plan.removeReferencesTo.length === 0) return { type: 'success', rule };
    const status = yield* removeReferences(item, address, plan.removeReferencesTo, context);
    return status
      ? { type: 'failure', rule, failure: { type: 'status', rule, text: errorText(status) } }
      : { type: 'success', rule };
  }
  if (rule === 'AD-15') {
    const failure = yield* guardAgainstCycle(item, address, context);
    if (failure) return { type: 'failure', rule, failure };
  }
  context.note({ rule, subject, policy: plan.policy });
  const failure = yield* deleteItem(item, address, live, plan.policy, context.release);
  if (failure?.type === 'gone') enqueueVirtualDelete(item.identity, context);
  return failure ? { type: 'failure', rule, failure } : { type: 'success', rule };
}

/** A dependent that waits for its own dependents may wait for this item. Then all blocking references of the item are un-blocked (AD-16). */
function* guardAgainstCycle(
  item: GraphNode,
  address: Address,
  context: WorkerContext,
): Attempt<Failure | undefined> {
  const waiting = context.order([...item.dependents]).find((each) => each.deletingDependents);
  if (!waiting) return undefined;
  context.note({ rule: 'AD-16', subject: item.identity, other: waiting.identity });
  const status = yield* unblockReferences(item, address, context);
  return status && { type: 'status', rule: 'AD-16', text: errorText(status) };
}

/**
 * Removes the finalizer of an owner in foreground deletion once no dependent in the graph blocks it. Until then, enqueues
 * the blocking dependents that do not wait for dependents themselves (FG-01..06).
 */
function* processDeletingDependentsItem(
  item: GraphNode,
  context: WorkerContext,
): Attempt<ItemResult> {
  const blocking = item.blockingDependents();
  if (blocking.length === 0) {
    context.note({ rule: 'FG-01', subject: item.identity });
    const error = yield* removeFinalizer(item, FOREGROUND_FINALIZER, context);
    return error === undefined
      ? { type: 'success', rule: 'FG-01' }
      : { type: 'failure', rule: 'FG-01', failure: { type: 'status', rule: 'FG-01', text: error } };
  }
  for (const dependent of context.order(blocking)) {
    const waits = dependent.deletingDependents;
    const rule = waits ? 'FG-03' : 'FG-02';
    context.note({ rule, subject: item.identity, other: dependent.identity });
    if (!waits) context.enqueueForDelete(dependent);
  }
  return { type: 'success', rule: 'FG-02' };
}

function failed(failure: Failure): ItemResult {
  return { type: 'failure', rule: failure.rule, failure };
}
