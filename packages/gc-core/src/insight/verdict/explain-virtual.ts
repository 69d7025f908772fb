import type { GraphNode } from '../../graph/graph-node.ts';
import type { ApiResource } from '../../meta/api-resource.ts';
import { objectName } from '../../meta/object-name.ts';
import type { Reason } from '../../wire/explanation.ts';
import { type ClusterView, kindName } from '../cluster-view.ts';
import { counted, lowerFirst, reasonOf, SHOWN } from './reason.ts';
import { goesNow, notVerified, type Told } from './told.ts';

/** An owner that nobody has seen: asked for under its identity until it is found absent (AD-04..07, AD-W11, PG-20..21). */
export function explainVirtual(node: GraphNode, view: ClusterView): Told {
  const { identity } = node;
  const isPropagator = view.release.generation === 'propagator';
  const known = knownFrom(node, isPropagator);
  const mapping = view.mapping(identity.apiVersion, identity.kind);
  if (mapping === 'unserved') {
    const text = `${identity.kind} in ${identity.apiVersion} is not served: the collector cannot look it up.`;
    return unsure(text, reasonOf(isPropagator ? 'PG-31' : 'AD-04', text), known);
  }
  if (mapping === 'unknown' || !view.isRead(mapping)) {
    const kind = mapping === 'unknown' ? identity.kind : kindName(mapping);
    return notVerified(`Not verified: ${kind} cannot be read.`, [known], [kind]);
  }
  if (
    mapping.namespaced &&
    identity.namespace === '' &&
    view.release.leavesNamespacedOwnersOfClusterScopedAlone
  ) {
    const text =
      'A namespaced owner of a cluster-scoped object cannot be looked up without a namespace.';
    return unsure(text, reasonOf('AD-05', text), known);
  }
  if (!isAbsent(node, mapping, view)) {
    const kind = kindName(mapping);
    const sentence = `Not verified: ${kind} has not been heard of since it was first referred to.`;
    return notVerified(sentence, [known], [kind]);
  }
  const absent = reasonOf(
    isPropagator ? 'PG-21' : 'AD-07',
    `${objectName(identity)} does not exist.`,
    [identity],
  );
  return goesNow(`Does not exist: ${lowerFirst(known.text)}`, [absent, known]);
}

function unsure(text: string, reason: Reason, known: Reason): Told {
  return notVerified(`Not verified: ${lowerFirst(text)}`, [reason, known]);
}

/** It was there before its first dependent referred to it: one that its kind is newer than is proof enough. */
function isAbsent(node: GraphNode, resource: ApiResource, view: ClusterView): boolean {
  const namespace = resource.namespaced ? node.identity.namespace : '';
  if (view.byName(resource, namespace, node.identity.name)?.uid === node.uid) return false;
  for (const dependent of node.dependents) {
    if (view.provesAbsence(resource, dependent.uid)) return true;
  }
  return node.dependents.size === 0;
}

function knownFrom(node: GraphNode, isPropagator: boolean): Reason {
  const text = `It is known only from references of ${counted(node.dependents.size, 'object')}.`;
  const dependents = [];
  for (const { identity } of node.dependents) {
    if (dependents.push(identity) === SHOWN) break;
  }
  return reasonOf(isPropagator ? 'PG-11' : 'GB-25', text, dependents);
}
