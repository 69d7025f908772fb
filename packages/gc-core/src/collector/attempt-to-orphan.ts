import type { GraphNode } from '../graph/graph-node.ts';
import { ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { identityText } from '../meta/object-reference.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import { addressOf, errorText, failureText } from './live-object.ts';
import { removeReferences } from './patch-references.ts';
import { removeFinalizer } from './remove-finalizer.ts';

/** One pass of an orphan worker: every dependent loses its reference, then the owner its finalizer (OR-01..11). */
export function* attemptToOrphan(owner: GraphNode, context: WorkerContext): Attempt {
  const errors: (string | undefined)[] = [];
  for (const part of orphanDependents(owner, context)) errors.push(yield* part);
  return yield* finishOrphaning(owner, errors, context);
}

/**
 * One part of the pass for each dependent that the graph has now; a later dependent is not orphaned (OR-02, OR-10). The
 * parts do not depend on each other (OR-03). Each returns an error if its request was refused (OR-05).
 */
export function orphanDependents(
  owner: GraphNode,
  context: WorkerContext,
): readonly Attempt<string | undefined>[] {
  const dependents = context.order([...owner.dependents]);
  return dependents.map((dependent) => orphanDependent(owner, dependent, context));
}

/** The end of the pass, after the results of its parts: an error requeues the owner, else the owner loses its finalizer (OR-06, OR-07). */
export function* finishOrphaning(
  owner: GraphNode,
  results: readonly (string | undefined)[],
  context: WorkerContext,
): Attempt {
  const errors = results.filter((error) => error !== undefined);
  if (errors.length > 0) {
    const aggregate = errors.length === 1 ? errors[0] : `[${errors.join(', ')}]`;
    const error = `failed to orphan dependents of owner ${identityText(owner.identity)}, got errors: ${aggregate}`;
    return { action: 'requeue', rule: 'OR-06', error };
  }
  const error = yield* removeFinalizer(owner, ORPHAN_FINALIZER, context);
  if (error !== undefined) return { action: 'requeue', rule: 'OR-07', error };
  return { action: 'forget', rule: 'OR-07' };
}

/** Removes the owner's uid from one dependent. Returns the error if the request was refused (OR-03..05). */
function* orphanDependent(
  owner: GraphNode,
  dependent: GraphNode,
  context: WorkerContext,
): Attempt<string | undefined> {
  const failed = (error: string): string =>
    `orphaning ${identityText(dependent.identity)} failed, ${error}`;
  const found = addressOf(dependent.identity, context);
  if ('failure' in found) return failed(failureText(found.failure, dependent.identity));
  context.note({ rule: 'OR-03', subject: dependent.identity, other: owner.identity });
  const status = yield* removeReferences(dependent, found.address, [owner.uid], context);
  return status && status.reason !== 'NotFound' ? failed(errorText(status)) : undefined;
}
