import type { GraphChange } from '../graph/graph-change.ts';
import { isCollectorFinalizer } from '../meta/finalizers.ts';
import type { Uid } from '../meta/object-reference.ts';
import { PROPAGATION_POLICIES, type PropagationPolicy } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { Interjection, NextUp } from '../wire/playback.ts';
import { isPod } from './interject.ts';

/** Seconds that `advance` offers: the usual grace of a Pod. */
const OFFERED_SECONDS = 30;
/** More who could go next are not offered. */
const MOST_CANDIDATES = 12;

/** What actors beside the collector could do now, those that free something first; `uids` are objects one may delete. */
export function possibleActions(simulation: Simulation, uids: readonly Uid[]): Interjection[] {
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
    .filter(({ identity }) =>
      simulation.apiServer.table.forKind(identity.apiVersion, identity.kind),
    )
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
 * Who could go next, whoever would by itself first: of the events the oldest of each kind, since kinds have no common
 * order; of a worker queue every entry, since workers overtake each other. Empty where there is no choice.
 */
export function candidates({ process }: Simulation): NextUp[] {
  const { collector } = process;
  const first = process.nextQueue();
  const oldest = new Map<string, GraphChange>();
  for (const change of collector.graphChanges.items()) {
    const kind = `${change.identity.apiVersion}/${change.identity.kind}`;
    if (!oldest.has(kind)) oldest.set(kind, change);
  }
  const uids = {
    graphChanges: [...oldest.values()].map(({ identity }) => identity.uid),
    attemptToDelete: collector.attemptToDelete.items().map((node) => node.uid),
    attemptToOrphan: collector.attemptToOrphan.items().map((node) => node.uid),
  };
  const queues = ['graphChanges', 'attemptToDelete', 'attemptToOrphan'] as const;
  const inOrder = queues.toSorted((a, b) => Number(b === first) - Number(a === first));
  const all = inOrder.flatMap((queue) =>
    uids[queue].map((uid) => ({ type: 'next', queue, uid }) as const),
  );
  return all.length < 2 ? [] : all.slice(0, MOST_CANDIDATES);
}
