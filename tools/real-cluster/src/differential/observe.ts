import {
  type ClusterView,
  contentAmong,
  Graph,
  GraphBuilder,
  groupResource,
  ReferenceCache,
  type ReleaseProfile,
} from '@gcscope/gc-core';
import { tableOf } from './simulate-world.ts';
import type { WorldState } from './world-state.ts';

/** What gcscope sees of a world. */
export interface Observed {
  readonly graph: Graph;
  readonly view: ClusterView;
}

const IGNORED = { add: () => {}, addRateLimited: () => {} };

/** The graph of a world whose objects have all been read, of a collector that is at rest. */
export function observe(state: WorldState, release: ReleaseProfile): Observed {
  const graph = new Graph();
  const table = tableOf(release);
  const builder = new GraphBuilder({
    release,
    graph,
    absentOwnerCache: new ReferenceCache(release.absentOwnerCacheSize),
    attemptToDelete: IGNORED,
    attemptToOrphan: IGNORED,
  });
  const uids = new Map<string, string>();
  for (const { identity, meta } of state.values()) {
    const { apiVersion, kind, namespace, name, uid } = identity;
    const resource = table.forKind(apiVersion, kind);
    if (!resource) throw new Error(`${kind} is not served.`);
    uids.set(JSON.stringify([groupResource(resource), namespace, name]), uid);
    builder.processGraphChange({ type: 'ADDED', identity, meta });
  }
  const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
    table.forKind(apiVersion, kind) ?? 'unserved';
  const view: ClusterView = {
    release,
    get: (uid) => graph.get(uid),
    byName: (resource, namespace, name) => {
      const uid = uids.get(JSON.stringify([groupResource(resource), namespace, name]));
      const found = uid === undefined ? undefined : state.get(uid);
      return found && { uid: found.identity.uid, ...found };
    },
    mapping,
    contentOf: (container) => contentAmong(graph.nodes(), container, { mapping }),
    isRead: () => true,
    unreadKinds: () => [],
    provesAbsence: () => true,
    isQueued: () => false,
  };
  return { graph, view };
}
