import { GraphNode } from '../../src/graph/graph-node.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { ObjectReference, OwnerReference } from '../../src/meta/object-reference.ts';

/** A reference to `name`, whose uid is `<name>-uid` unless it is given. */
export function ownedBy(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: 'v1', kind: 'ConfigMap', name, uid: `${name}-uid`, ...more };
}

/** The identity of ConfigMap `ns/<name>` with uid `<name>-uid`, or what differs from it. */
export function identityOf(name: string, more: Partial<ObjectReference> = {}): ObjectReference {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: 'ns',
    name,
    uid: `${name}-uid`,
    ...more,
  };
}

/** Metadata of ConfigMap `ns/<name>` as the server would answer. */
export function metaOf(name: string, more: Partial<ObjectMeta> = {}): ObjectMeta {
  return { name, namespace: 'ns', uid: `${name}-uid`, resourceVersion: '7', ...more };
}

/** An observed node with these references. */
export function nodeOf(
  identity: ObjectReference,
  owners: readonly OwnerReference[] = [],
  flags: Partial<Pick<GraphNode, 'beingDeleted' | 'deletingDependents'>> = {},
): GraphNode {
  const node = new GraphNode(identity, false);
  node.owners = owners;
  return Object.assign(node, flags);
}
