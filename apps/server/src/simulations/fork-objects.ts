import {
  type ApiObject,
  type ApiResource,
  apiVersionOf,
  type GraphNode,
  isGettable,
  type OwnerReference,
  objectName,
  parseApiVersion,
} from '@gcscope/gc-core';
import type { Fork, Uid } from '@gcscope/gc-core/wire';
import type { LiveGraph } from '../live/live-graph.ts';

/** The part of a cluster that a deletion can reach, as objects of a simulated API server. */
export type ForkedObjects = Pick<Fork, 'objects' | 'resources' | 'assumptions'>;

/** The deletion reaches more objects than can be stepped through. */
export class ForkTooLargeError extends Error {
  override readonly name = 'ForkTooLargeError';
}

/**
 * Forks what a deletion of the object can reach: its dependents all the way down, the other dependents of owners that
 * wait for theirs, and every owner of these. The same graph gives the same fork. Throws `ForkTooLargeError`.
 */
export function forkObjects(live: LiveGraph, uid: Uid, limit: number): ForkedObjects {
  const reached = reach(live, uid, limit);
  const standIns = new StandIns(live);
  const nodes = [...reached].sort(byAge);
  for (const node of nodes) for (const reference of node.owners) standIns.offer(reference, node);
  const objects = [...standIns.objects, ...nodes.map(objectOf)];
  const resources = [...live.served.table.resources, ...standIns.resources];
  return { objects, resources, assumptions: [...assumptionsOf(nodes), ...standIns.assumptions] };
}

function reach(live: LiveGraph, uid: Uid, limit: number): Set<GraphNode> {
  const { graph } = live;
  const below = new Set<GraphNode>();
  const all = new Set<GraphNode>();
  const pending: { node: GraphNode; down: boolean }[] = [];
  const enter = (node: GraphNode | undefined, down: boolean): void => {
    if (!node || node.virtual || (down ? below : all).has(node)) return;
    if (down) below.add(node);
    all.add(node);
    if (all.size > limit) throw new ForkTooLargeError();
    pending.push({ node, down });
  };
  enter(graph.get(uid), true);
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, down } = next;
    // An owner that waits for its dependents goes when the last of them goes.
    if (down || node.deletingDependents) for (const each of node.dependents) enter(each, true);
    if (down && isNamespace(node)) for (const each of contentOf(live, node)) enter(each, true);
    for (const reference of node.owners) {
      enter(graph.get(reference.uid), false);
      enter(namedOwner(live, reference, node), false);
    }
  }
  return all;
}

/** What is in a namespace goes with it, whoever owns it (NS-08). */
function contentOf({ graph }: LiveGraph, { identity }: GraphNode): GraphNode[] {
  return [...graph.nodes()].filter((node) => node.identity.namespace === identity.name);
}

/** What answers to the reference's name now, which may be another object than the one that was meant. */
function namedOwner(
  { graph, view }: LiveGraph,
  reference: OwnerReference,
  dependent: GraphNode,
): GraphNode | undefined {
  const resource = view.mapping(reference.apiVersion, reference.kind);
  if (typeof resource === 'string') return undefined;
  const namespace = resource.namespaced ? dependent.identity.namespace : '';
  const named = view.byName(resource, namespace, reference.name);
  return named && graph.get(named.uid);
}

/** Owners that cannot be read are assumed to live: the simulation must not delete what the collector would keep. */
class StandIns {
  readonly objects: ApiObject[] = [];
  readonly resources: ApiResource[] = [];
  readonly assumptions: string[] = [];
  readonly #live: LiveGraph;
  readonly #seen = new Set<Uid>();

  constructor(live: LiveGraph) {
    this.#live = live;
  }

  offer(reference: OwnerReference, { identity }: GraphNode): void {
    const { apiVersion, kind, name, uid } = reference;
    const mapping = this.#live.view.mapping(apiVersion, kind);
    if (mapping === 'unserved' || (mapping !== 'unknown' && this.#isSettled(mapping))) return;
    const owner = this.#live.graph.get(uid);
    if ((owner && !owner.virtual) || this.#seen.has(uid)) return;
    this.#seen.add(uid);
    const resource =
      mapping === 'unknown' ? guessedResource(reference, identity.namespace) : mapping;
    if (resource.namespaced && identity.namespace === '') return;
    if (mapping === 'unknown') this.resources.push(resource);
    const namespace = resource.namespaced ? identity.namespace : '';
    const metadata = { name, uid, ...(namespace === '' ? {} : { namespace }) };
    // The reference may write its kind in lower case (KM-02).
    const { kind: served } = resource;
    this.objects.push({ apiVersion: apiVersionOf(resource), kind: served, metadata });
    this.assumptions.push(
      `${objectName({ kind: served, namespace, name })} cannot be read and is assumed to live.`,
    );
  }

  /** Whether the simulation can tell by itself if there is an owner: of some kinds there never is (KM-03..05). */
  #isSettled(resource: ApiResource): boolean {
    return !isGettable(resource) || this.#live.view.isRead(resource);
  }
}

function guessedResource({ apiVersion, kind }: OwnerReference, namespace: string): ApiResource {
  const resource = `${kind.toLowerCase()}s`;
  return { ...parseApiVersion(apiVersion), kind, resource, namespaced: namespace !== '' };
}

/** Metadata is all that is read; what deletion needs beside it is assumed. */
function objectOf(node: GraphNode): ApiObject {
  const { apiVersion, kind, namespace, name, uid } = node.identity;
  const metadata = { ...node.meta, name, uid, ...(namespace === '' ? {} : { namespace }) };
  const object = { apiVersion, kind, metadata };
  if (isPod(node)) return { ...object, spec: { nodeName: 'assumed' } };
  if (isNamespace(node)) return { ...object, spec: { finalizers: ['kubernetes'] } };
  return object;
}

function assumptionsOf(nodes: readonly GraphNode[]): string[] {
  if (!nodes.some(isPod)) return [];
  return [
    'Only metadata is read, so every Pod is assumed to run, with 30 s of grace unless it is being deleted already.',
  ];
}

function isPod({ identity }: GraphNode): boolean {
  return identity.apiVersion === 'v1' && identity.kind === 'Pod';
}

function isNamespace({ identity }: GraphNode): boolean {
  return identity.apiVersion === 'v1' && identity.kind === 'Namespace';
}

/** As they were created: owners before what they own, and the same every time. */
function byAge(a: GraphNode, b: GraphNode): number {
  const key = ({ meta, identity }: GraphNode): string =>
    [meta?.creationTimestamp, identity.kind, identity.namespace, identity.name, identity.uid].join(
      '\u0000',
    );
  const [x, y] = [key(a), key(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}
