import type { GraphNode } from '../graph/graph-node.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { ApiResource } from '../meta/resource-table.ts';

/** What the collector's questions are answered from: a graph, and how far it can be trusted. */
export interface ClusterView {
  get(uid: Uid): GraphNode | undefined;
  /** The observed object under a name; the namespace is empty for cluster-scoped resources. */
  byName(resource: ApiResource, namespace: string, name: string): GraphNode | undefined;
  /** The REST mapping of a kind; `unserved`: the server does not know it; `unknown`: its group could not be discovered. */
  mapping(apiVersion: string, kind: string): ApiResource | 'unserved' | 'unknown';
  /** Whether every object of the resource is known: listed, and in sync. */
  isRead(resource: ApiResource): boolean;
  /** Whether the collector has a reason to look at the object now. */
  isQueued(uid: Uid): boolean;
}

/** A kind as messages name it: `Secret`, `Widget.example.com`. */
export function kindName(resource: Pick<ApiResource, 'group' | 'kind'>): string {
  return resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
}
