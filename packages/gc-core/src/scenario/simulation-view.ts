import type { ClusterView } from '../insight/cluster-view.ts';
import type { Simulation } from '../simulation/simulation.ts';

/** A simulation as the verdict sees a cluster: everything is read, and the delete queue says who is looked at next. */
export function simulationView(simulation: Simulation): ClusterView {
  const { apiServer, process } = simulation;
  const { graph, attemptToDelete } = process.collector;
  return {
    get: (uid) => graph.get(uid),
    byName: (resource, namespace, name) => {
      const answer = apiServer.get({ resource, namespace, name });
      if (!answer.ok || !('uid' in answer.object.metadata)) return undefined;
      const node = graph.get(String(answer.object.metadata.uid));
      return node?.virtual ? undefined : node;
    },
    mapping: (apiVersion, kind) => apiServer.table.forKind(apiVersion, kind) ?? 'unserved',
    isRead: () => true,
    isQueued: (uid) => attemptToDelete.items().some((node) => node.uid === uid),
  };
}
