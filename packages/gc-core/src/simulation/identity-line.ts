import type { GraphNode } from '../graph/graph-node.ts';
import type { ObjectReference } from '../meta/object-reference.ts';

/** An identity as scenario files write it: `v1/Pod ns1/podname1 poduid1`; `clusterScoped` leaves out the slash before the name. */
export function identityLine(identity: ObjectReference, clusterScoped: boolean): string {
  const { apiVersion, kind, namespace, name, uid } = identity;
  const where = clusterScoped && namespace === '' ? name : `${namespace}/${name}`;
  return `${apiVersion}/${kind} ${where} ${uid}`;
}

/** A queued node: its identity, and whether it is virtual. */
export function nodeLine(node: GraphNode, clusterScoped: boolean): string {
  return `${identityLine(node.identity, clusterScoped)}${node.virtual ? ' (virtual)' : ''}`;
}
