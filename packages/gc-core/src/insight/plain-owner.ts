import type { GraphNode } from '../graph/graph-node.ts';
import type { OwnerReference } from '../meta/object-reference.ts';
import type { VerdictSummary } from '../wire/node-record.ts';
import { type ClusterView, resourceOf } from './cluster-view.ts';

/**
 * The observed owner of which the reference says exactly what is known, where it may stand (CL-09, CL-12), and whose kind is
 * read. Most references of a cluster are like this and need no worker; `undefined`: the reference has to be judged.
 */
export function plainOwner(
  reference: OwnerReference,
  dependent: GraphNode,
  view: ClusterView,
): GraphNode | undefined {
  const owner = view.get(reference.uid);
  if (!owner || owner.virtual) return undefined;
  const { apiVersion, kind, name, namespace } = owner;
  if (reference.name !== name || reference.kind !== kind) return undefined;
  if (reference.apiVersion !== apiVersion) return undefined;
  // Until 1.5 also a cluster-scoped owner is asked for in the dependent's namespace (PG-25).
  const isAnywhere = namespace === '' && view.release.generation === 'graph-builder';
  if (namespace !== dependent.namespace && !isAnywhere) return undefined;
  return isRead(owner, view) ? owner : undefined;
}

/**
 * The verdict on what most of a cluster is, without asking a worker: a living object without an owner, or with one plain owner that lives.
 * Nothing is verified of one whose kind is not read now. A property holds it against the worker.
 */
export function plainSummary(node: GraphNode, view: ClusterView): VerdictSummary | undefined {
  if (view.release.generation === 'propagator') return undefined;
  if (view.isKnownAbsent || view.failure) return undefined;
  if (node.virtual || node.beingDeleted) return undefined;
  const { references } = node;
  const [reference] = references;
  if (references.length > 1 || !isAtHome(node, view)) return undefined;
  if (reference) {
    const owner = plainOwner(reference, node, view);
    if (!owner || owner.beingDeleted || !isAtHome(owner, view)) return undefined;
  }
  if (!isRead(node, view)) return UNREAD;
  return reference ? STAYS : STAYS_WITHOUT_OWNER;
}

const UNREAD: VerdictSummary = { verdict: 'not verified', rule: 'AD-08' };
const STAYS: VerdictSummary = { verdict: 'stays', rule: 'AD-14' };
const STAYS_WITHOUT_OWNER: VerdictSummary = { verdict: 'stays', rule: 'AD-11' };

/** Whether the object is what a GET of its name finds. */
function isAtHome(node: GraphNode, view: ClusterView): boolean {
  const { namespace, name } = node;
  const resource = resourceOf(node, view);
  if (resource?.namespaced !== (namespace !== '')) return false;
  return view.bearsItsName?.(node, resource) || view.byName(resource, namespace, name) === node;
}

/** Whether nothing about objects of its kind is missing where it is. */
function isRead(node: GraphNode, view: ClusterView): boolean {
  const resource = resourceOf(node, view);
  return resource !== undefined && view.isRead(resource, node.namespace);
}
