import type { GraphNode } from '../graph/graph-node.ts';
import { identityText } from '../meta/object-reference.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import { addressOf, errorText, failureText, getLive } from './live-object.ts';

/** Attempts before the item goes back into its queue (FR-01, CF-06). */
const MAX_ATTEMPTS = 4;

/** Takes one finalizer from the live object (FR-01..08); returns the error text, `undefined` on success. */
export function* removeFinalizer(
  owner: GraphNode,
  finalizer: string,
  context: WorkerContext,
): Attempt<string | undefined> {
  const found = addressOf(owner.identity, context.restMapper);
  if ('failure' in found) return cannotFinalize(owner, failureText(found.failure, owner.identity));
  const { address } = found;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const answer = yield* getLive(address, 'FR-03');
    if ('failure' in answer) {
      return cannotFinalize(owner, failureText(answer.failure, owner.identity));
    }
    if (!answer.live) return undefined;
    const { finalizers = [], resourceVersion } = answer.live;
    if (!finalizers.includes(finalizer)) {
      context.note({ rule: 'FR-05', subject: owner.identity, finalizer });
      return undefined;
    }
    const remaining = finalizers.filter((each) => each !== finalizer);
    const patched = yield {
      verb: 'patch',
      ...address,
      contentType: 'application/merge-patch+json',
      body: {
        metadata: { resourceVersion, finalizers: remaining.length > 0 ? remaining : null },
      },
    };
    if (patched.ok) return undefined;
    if (patched.status.reason !== 'Conflict') return errorText(patched.status);
  }
  return `updateMaxRetries(${MAX_ATTEMPTS}) has reached. The garbage collector will retry later for owner ${identityText(owner.identity)}`;
}

/** FR-03 */
function cannotFinalize(owner: GraphNode, error: string): string {
  return `cannot finalize owner ${identityText(owner.identity)}, because cannot get it: ${error}. The garbage collector will retry later`;
}
