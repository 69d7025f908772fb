import type { Collector } from '../collector/collector.ts';
import { type ClusterView, contentAmong } from '../insight/cluster-view.ts';
import type { ApiObject } from '../meta/object-meta.ts';
import { identityKey, type ObjectReference } from '../meta/object-reference.ts';
import { monitorIdentity } from '../simulation/monitor-identity.ts';
import type { Simulation } from '../simulation/simulation.ts';

/**
 * A simulation as the verdict sees a cluster: everything is read, names are looked up on the server as the workers do,
 * and queue and cache are the collector's own.
 */
export function simulationView(simulation: Simulation): ClusterView {
  const { apiServer, process } = simulation;
  const isKnownAbsent = cacheLookup(simulation);
  const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
    apiServer.table.forKind(apiVersion, kind) ?? 'unserved';
  return {
    release: simulation.release,
    get: (uid) => process.collector.graph.get(uid),
    byName: (resource, namespace, name) => {
      const answer = apiServer.get({ resource, namespace, name });
      if (!answer.ok) return undefined;
      const { metadata: meta } = answer.object as ApiObject;
      return { uid: meta.uid, identity: monitorIdentity(resource, meta), meta };
    },
    failure: (resource, namespace, name) =>
      simulation.faults.reasonFor({ verb: 'get', resource, namespace, name }),
    mapping,
    isRead: () => true,
    unreadKinds: () => [],
    provesAbsence: () => true,
    isQueued: (uid) => process.collector.attemptToDelete.items().some((node) => node.uid === uid),
    isKnownAbsent,
    // No outside actor is at work in it.
    deletionFacts: () => ({ now: simulation.now, patience: 0 }),
    contentOf: (container) => contentAmong(process.collector.graph.nodes(), container, { mapping }),
  };
}

/** Looks into the absent-owner cache without using it: a lookup of the collector's would keep the entry longer (AC-03). */
function cacheLookup({ process }: Simulation): (identity: ObjectReference) => boolean {
  let seen: { readonly collector: Collector; readonly additions: number } | undefined;
  let keys = new Set<string>();
  return (identity) => {
    const { collector } = process;
    const cache = collector.absentOwnerCache;
    const keyOf = cache.keyedBy === 'uid' ? ({ uid }: ObjectReference) => uid : identityKey;
    if (seen?.collector !== collector || seen.additions !== cache.additions) {
      seen = { collector, additions: cache.additions };
      keys = new Set(cache.entries().map(keyOf));
    }
    return keys.has(keyOf(identity));
  };
}
