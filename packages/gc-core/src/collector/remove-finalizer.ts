import type { GraphNode } from '../graph/graph-node.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { identityText } from '../meta/object-reference.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Attempt, WorkerContext } from './attempt.ts';
import { type Address, addressOf, errorText, failureText } from './live-object.ts';
import type { ApiRequest } from './object-client.ts';

/** Attempts before the item goes back into its queue (FR-01, CF-06). */
const MAX_ATTEMPTS = 4;
/** Wait before the second attempt, in milliseconds, and how much longer each later one is (CF-06). */
const FIRST_WAIT = 10;
const WAIT_FACTOR = 5;

/** Takes one finalizer from the live object (FR-01..09); returns the error text, `undefined` on success. */
export function* removeFinalizer(
  owner: GraphNode,
  finalizer: string,
  context: WorkerContext,
): Attempt<string | undefined> {
  const found = addressOf(owner.identity, context);
  if ('failure' in found) return cannotFinalize(owner, failureText(found.failure, owner.identity));
  const { address } = found;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const after = FIRST_WAIT * WAIT_FACTOR ** (attempt - 1);
    const answer = yield { verb: 'get', ...address, ...(attempt === 0 ? {} : { after }) };
    if (!answer.ok) {
      if (answer.status.reason === 'NotFound') return undefined;
      return cannotFinalize(owner, errorText(answer.status));
    }
    // A GET that succeeds answers with the object, a Status only follows a removal.
    const live = answer.object as ApiObject;
    if (!live.metadata.finalizers?.includes(finalizer)) {
      context.note({ rule: 'FR-05', subject: owner.identity, finalizer });
      return undefined;
    }
    const written = yield removal(address, live, finalizer, context.release);
    if (written.ok) return undefined;
    if (written.status.reason !== 'Conflict') return errorText(written.status);
  }
  return `updateMaxRetries(${MAX_ATTEMPTS}) has reached. The garbage collector will retry later for owner ${identityText(owner.identity)}`;
}

/** The request that leaves the live object without the finalizer (FR-06, FR-09). */
function removal(
  address: Address,
  live: ApiObject,
  finalizer: string,
  { finalizerRemoval }: ReleaseProfile,
): ApiRequest {
  if (finalizerRemoval === 'put') {
    return { verb: 'update', ...address, object: withoutFinalizer(live, finalizer) };
  }
  const { resourceVersion, finalizers = [] } = live.metadata;
  const remaining = finalizers.filter((each) => each !== finalizer);
  return {
    verb: 'patch',
    ...address,
    contentType: 'application/merge-patch+json',
    body: { metadata: { resourceVersion, finalizers: remaining.length > 0 ? remaining : null } },
  };
}

/** The whole object as a PUT sends it back; its resourceVersion is the guard (FR-09, PG-36). */
export function withoutFinalizer(live: ApiObject, finalizer: string): ApiObject {
  const { finalizers = [], ...metadata } = live.metadata;
  const remaining = finalizers.filter((each) => each !== finalizer);
  return {
    ...live,
    metadata: remaining.length > 0 ? { ...metadata, finalizers: remaining } : metadata,
  };
}

/** The error of a GET that was refused (FR-03). */
function cannotFinalize(owner: GraphNode, error: string): string {
  return `cannot finalize owner ${identityText(owner.identity)}, because cannot get it: ${error}. The garbage collector will retry later`;
}
