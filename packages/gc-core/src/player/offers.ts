import type { WorkerQueueName } from '../collector/collector.ts';
import type { GraphChange } from '../graph/graph-change.ts';
import { isCollectorFinalizer } from '../meta/finalizers.ts';
import type { Uid } from '../meta/object-reference.ts';
import { PROPAGATION_POLICIES, type PropagationPolicy } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { isPod } from '../meta/well-known-kinds.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Action, NextUp } from '../wire/playback.ts';
import { canBeCreated } from './perform-action.ts';

/** Seconds that `advance` offers: the usual grace of a Pod. */
const OFFERED_SECONDS = 30;
/** More who could go next are not offered. */
const MOST_CANDIDATES = 12;
const WORKER_QUEUES = ['attemptToDelete', 'attemptToOrphan'] as const;

/** The possible actions of actors beside the collector; those that unblock an object come first. `uids` are deletable objects. */
export function possibleActions(simulation: Simulation, uids: readonly Uid[]): Action[] {
  const { release } = simulation;
  const { graph } = simulation.process.collector;
  const all = [...graph.nodes()];
  // Until 1.5 nodes have no flags (PG-06).
  const dying = all.filter((node) => node.meta?.deletionTimestamp !== undefined);
  const finalizers = dying.flatMap((node) =>
    node.finalizers
      .filter((each) => !isCollectorFinalizer(each))
      .map((finalizer) => ({ type: 'removeFinalizer', uid: node.uid, finalizer }) as const),
  );
  const pods = dying
    .filter((node) => isPod(node) && (node.meta?.deletionGracePeriodSeconds ?? 0) > 0)
    .map(({ uid }) => ({ type: 'terminatePod', uid }) as const);
  const missing = all
    .filter((node) => node.meta === undefined)
    .filter(({ identity: { apiVersion, kind } }) => {
      const resource = simulation.apiServer.table.forKind(apiVersion, kind);
      return resource && canBeCreated(resource);
    })
    .map(({ uid }) => ({ type: 'create', uid }) as const);
  const deletions = [...new Set(uids)]
    .filter((uid) => graph.get(uid)?.meta !== undefined)
    .flatMap((uid) =>
      policiesOf(release).map(
        (propagationPolicy) => ({ type: 'delete', uid, propagationPolicy }) as const,
      ),
    );
  const advance = pods.length > 0 ? [{ type: 'advance', seconds: OFFERED_SECONDS } as const] : [];
  return [...finalizers, ...pods, ...missing, ...deletions, ...advance];
}

/** The ways to delete that the release knows (API-17). */
function policiesOf({ hasPropagationPolicies }: ReleaseProfile): PropagationPolicy[] {
  return PROPAGATION_POLICIES.filter((each) => hasPropagationPolicies || each !== 'Foreground');
}

/**
 * The actors that could go next, not only the one that would. Among events, these are the possible first ones of a
 * monitor. In a worker queue, it is every entry, since workers overtake each other. Paused workers count, too.
 */
export function candidates({ process }: Simulation): NextUp[] {
  const { collector, paused } = process;
  const first = process.nextQueue();
  const waiting = (queue: WorkerQueueName): Uid[] =>
    paused.hasFree(queue) ? collector[queue].items().map((node) => node.uid) : [];
  const uids = {
    graphChanges: firstObserved(collector.graphChanges.items()).map(({ identity }) => identity.uid),
    attemptToDelete: waiting('attemptToDelete'),
    attemptToOrphan: waiting('attemptToOrphan'),
  };
  const queues = ['graphChanges', ...WORKER_QUEUES] as const;
  const inOrder = queues.toSorted((a, b) => Number(b === first) - Number(a === first));
  const taken = inOrder.flatMap((queue) =>
    uids[queue].map((uid) => ({ type: 'next', queue, uid }) as const),
  );
  const goingOn = WORKER_QUEUES.flatMap((queue) =>
    paused
      .of(queue)
      .map(({ pass }) => ({ type: 'next', queue, uid: pass.item.uid, goesOn: true }) as const),
  );
  return [...taken.slice(0, MOST_CANDIDATES), ...goingOn];
}

/**
 * The events that the graph builder may process first: the oldest of each kind, because kinds have no common order, or the
 * virtual delete that a worker has queued. An event that was observed after a virtual delete is processed after it.
 */
function firstObserved(changes: readonly GraphChange[]): GraphChange[] {
  const virtual = changes.findIndex((change) => change.virtual);
  const first = new Map<string, GraphChange>();
  for (const change of virtual < 0 ? changes : changes.slice(0, virtual)) {
    const kind = `${change.identity.apiVersion}/${change.identity.kind}`;
    if (!first.has(kind)) first.set(kind, change);
  }
  const found = changes[virtual];
  // The first with a uid is meant by it: a second one could not be chosen.
  const isSecond = changes.some(
    (each, at) => at < virtual && each.identity.uid === found?.identity.uid,
  );
  return found && !isSecond ? [...first.values(), found] : [...first.values()];
}
