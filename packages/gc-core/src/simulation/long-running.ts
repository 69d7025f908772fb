import type { ApiAnswer, ApiRequest } from '../collector/object-client.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { failureStatus } from '../meta/api-status-error.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { Simulation } from './simulation.ts';

/** The memory of a long-running collector about an object, which no field of the object shows (DM-06). */
export interface RememberedObject {
  readonly object: ApiObject;
  readonly identity: ObjectReference;
  readonly deletingDependents: boolean;
  readonly isQueued: boolean;
}

type Remembered = ReadonlyMap<Uid, RememberedObject>;

const TOO_EARLY: ApiAnswer = {
  ok: false,
  status: failureStatus(
    'InternalError',
    'A write that only the start of the collector causes is left out.',
  ),
};

/**
 * Makes the collector of the simulation one that has run for long: it knows every object, remembers the absent owners, and
 * retries what fails. A write that only its start causes is left out. Yields after each object and each microstep.
 */
export function* runForLong(simulation: Simulation, byUid: Remembered): Generator<void> {
  const { process, release } = simulation;
  const { collector } = process;
  const toForget = new Set<GraphNode>();
  let isStarting = true;
  let isRefused = false;
  simulation.listen({
    intercept: (request: ApiRequest) => {
      if (!isStarting || request.verb === 'get') return undefined;
      isRefused = true;
      return TOO_EARLY;
    },
    processed: (processed) => {
      if (processed.queue !== 'graphChanges' && isRefused) toForget.add(processed.item);
      isRefused = false;
    },
  });
  yield* seeAll(simulation, byUid);
  for (const { identity, deletingDependents } of byUid.values()) {
    const node = collector.graph.get(identity.uid);
    // An update may have taken the finalizer away, or the collector of a release may not notice the deletion (DM-06, GB-36).
    if (node && node.deletingDependents !== deletingDependents) {
      node.deletingDependents = deletingDependents;
    }
  }
  yield* lookAtAll(simulation);
  isStarting = false;
  for (const node of toForget) collector.attemptToDelete.drop(node);
  if (!release.lateFinalizerStartsDeletion) {
    for (const node of collector.attemptToOrphan.items()) collector.attemptToOrphan.drop(node);
  }
  for (const { identity, isQueued } of byUid.values()) {
    const node = isQueued ? collector.graph.get(identity.uid) : undefined;
    if (node) collector.attemptToDelete.add(node);
  }
}

/**
 * Each object is seen, its owners before it: who sees a reference first knows an owner by the name in it (GB-25), until 1.19
 * for good.
 */
function* seeAll({ process: { collector } }: Simulation, byUid: Remembered): Generator<void> {
  const { graph } = collector;
  for (const [uid, { identity, object }] of byUid) {
    const meta = object.metadata;
    for (const { uid: owner } of meta.ownerReferences ?? []) {
      const unseen = graph.get(owner) ? undefined : byUid.get(owner);
      if (!unseen) continue;
      const { ownerReferences: _, ...bare } = unseen.object.metadata;
      collector.processGraphChange({ type: 'ADDED', identity: unseen.identity, meta: bare });
    }
    const type = graph.get(uid) ? 'MODIFIED' : 'ADDED';
    collector.processGraphChange({ type, identity, meta });
    yield;
  }
}

/** Each entry is looked at until it fails or there is none; what fails at once may be there again (PG-31). */
function* lookAtAll(simulation: Simulation): Generator<void> {
  const { collector } = simulation.process;
  const failed = new Set<GraphNode>();
  for (;;) {
    const hasChanges = collector.graphChanges.size > 0;
    if (hasChanges) failed.clear();
    const processed = simulation.step(hasChanges ? 'graphChanges' : 'attemptToDelete');
    if (!processed) return;
    yield;
    if (processed.queue === 'graphChanges' || processed.outcome.action === 'forget') continue;
    if (failed.has(processed.item)) return;
    if (collector.retriesAtOnce) failed.add(processed.item);
  }
}
