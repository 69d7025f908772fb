import type { GraphChange } from '../../src/graph/graph-change.ts';
import type { GraphNode } from '../../src/graph/graph-node.ts';
import { type ClusterView, contentAmong } from '../../src/insight/cluster-view.ts';
import { groupResource } from '../../src/meta/api-resource.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { DEFAULT_RELEASE, RELEASES, type Release } from '../../src/meta/releases.ts';
import { worldTable } from './arbitrary-world.ts';
import { changesOf, graphFixture } from './graph-fixture.ts';

/** A graph, and how it is seen. */
export interface GraphView {
  readonly nodes: readonly GraphNode[];
  /** Objects are the nodes themselves, as where a cluster is watched; nobody can see what the collector remembers. */
  readonly view: ClusterView;
}

/**
 * The graph after these changes, of a cluster that serves the kinds of the random worlds; everything is read. Whatever the
 * release, the graph is the newest one's: what is known of a cluster is not as little as an older collector knew of it.
 */
export function graphViewAfter(release: Release, changes: readonly GraphChange[]): GraphView {
  const { graph, process } = graphFixture(500, DEFAULT_RELEASE, false);
  for (const change of changes) process(change);
  const uids = new Map<string, string>();
  for (const { type, identity } of changes) {
    const resource = worldTable.forKind(identity.apiVersion, identity.kind);
    if (type !== 'DELETED' && resource) {
      uids.set(nameKey(groupResource(resource), identity.namespace, identity.name), identity.uid);
    }
  }
  const mapping: ClusterView['mapping'] = (apiVersion, kind) =>
    worldTable.forKind(apiVersion, kind) ?? 'unserved';
  const view: ClusterView = {
    release: RELEASES[release],
    get: (uid) => graph.get(uid),
    byName: (resource, namespace, name) => {
      const uid = uids.get(nameKey(groupResource(resource), namespace, name));
      const node = uid === undefined ? undefined : graph.get(uid);
      return node?.virtual ? undefined : node;
    },
    mapping,
    contentOf: (container) => contentAmong(graph.nodes(), container, { mapping }),
    isRead: () => true,
    unreadKinds: () => [],
    provesAbsence: () => true,
    isQueued: () => false,
  };
  return { nodes: [...graph.nodes()], view };
}

/** The same of a world that was listed once. */
export function graphViewOf(release: Release, world: readonly ApiObject[]): GraphView {
  const sightings = world.map((object) => ({ object, what: 'seen', whose: 0 }) as const);
  return graphViewAfter(release, changesOf(sightings));
}

function nameKey(resource: string, namespace: string, name: string): string {
  return JSON.stringify([resource, namespace, name]);
}
