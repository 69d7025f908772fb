import { freezeJson } from '../../apiserver/json-value.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { type ApiResource, apiVersionOf, isGettable } from '../../meta/api-resource.ts';
import { CLEANUP_FINALIZER } from '../../meta/finalizers.ts';
import { guardOf } from '../../meta/guards.ts';
import { memoize } from '../../meta/memoize.ts';
import type { ApiObject, ObjectMeta } from '../../meta/object-meta.ts';
import { type OwnerReference, parseApiVersion, type Uid } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isDefinition, isNamespace, isPod } from '../../meta/well-known-kinds.ts';
import type { Fork } from '../../wire/playback.ts';
import { type ClusterView, isBeingDeleted, type PlayableView } from '../cluster-view.ts';
import type { DeletionFacts } from '../deletion-facts.ts';
import { isFinalized } from '../namespace-status.ts';
import { reach } from './reach.ts';
import { usersOf } from './users-of.ts';

/** Spec of a Pod: it may have begun to run. */
const RUNNING = freezeJson({ nodeName: 'assumed' });

/** A part of a cluster as objects of a simulated API server. */
export type ForkedObjects = Pick<
  Fork,
  'objects' | 'resources' | 'unserved' | 'guarded' | 'assumptions'
>;

/**
 * Forks what a deletion of the objects can reach. Owners that cannot be read are assumed to live: the simulation must not delete
 * what the collector would keep. The same graph gives the same fork. Throws `ForkTooLargeError`.
 */
export function forkObjects(
  targets: readonly GraphNode[],
  view: PlayableView,
  limit?: number,
): ForkedObjects {
  const { nodes, objects, resources, unserved } = copyOf(targets, view, limit);
  const standIns = new Map<Uid, StandIn>();
  for (const node of nodes) {
    for (const reference of node.owners) {
      if (standIns.has(reference.uid)) continue;
      const standIn = standInFor(reference, node.namespace, view);
      if (standIn) standIns.set(reference.uid, standIn);
    }
  }
  const assumed = [...standIns.values()];
  const guarded = objects.filter(guardOf).map((object) => {
    const { uid, name, namespace = '' } = object.metadata;
    const { apiVersion, kind } = object;
    return { uid, users: usersOf({ apiVersion, kind, namespace, name }, object, view) };
  });
  return {
    objects: [...assumed.map(({ object }) => object), ...objects],
    resources: [
      ...resources.filter((each) => !unserved.includes(each)),
      ...assumed.flatMap(({ guessed }) => guessed),
    ],
    unserved,
    guarded,
    assumptions: [
      ...(objects.some(isPod) ? [RUNS] : []),
      ...(guarded.length > 0 ? [UNUSED] : []),
      ...unserved.map(
        ({ kind }) =>
          say`The cluster no longer serves ${kind}. gcscope assumes that the collector has not restarted since, and still remembers its objects.`,
      ),
      ...assumed.map(({ object: { kind, metadata } }) => {
        const { name, namespace = '' } = metadata;
        return say`gcscope cannot read ${{ kind, namespace, name }} and assumes that it exists.`;
      }),
    ],
  };
}

/** For objects with a protection finalizer (FN-05..07): only metadata tells their users. */
const UNUSED: Sentence = say`gcscope does not read which Pods mount a claim. It assumes that a claim is used only by the Pods that own it and by the Pods of its StatefulSet. It also assumes that every Job has counted its finished Pods.`;

const RUNS: Sentence = say`gcscope reads metadata only. It assumes that every Pod runs, with a grace period of 30 s unless it is already being deleted.`;

/**
 * Copies what a deletion of the targets can reach, as objects that an API server can hold, and what it then serves: `unserved` are those of
 * `resources` that it serves no more. Metadata is all that is read; what deletion needs beside it is assumed. A kind that was not discovered
 * is served under a guessed name.
 */
export function copyOf(
  targets: readonly GraphNode[],
  view: PlayableView,
  limit?: number,
): Omit<ForkedObjects, 'guarded' | 'assumptions'> & { readonly nodes: readonly GraphNode[] } {
  const facts = view.deletionFacts();
  const seen = inOrderOfAge(reach(targets, view, limit));
  const guessed = new Map<string, ApiResource>();
  const gone = new Map<string, ApiResource>();
  const filled = new Set(seen.map(({ node }) => node.namespace));
  // Dependents of one owner share their references in the graph: the API server has to copy what is not immutable.
  const frozen = memoize((owners: readonly OwnerReference[]) => freezeJson(owners));
  const objects = seen.map(({ node, meta }): ApiObject => {
    const { apiVersion, kind, namespace } = node;
    const mapping = view.mapping(apiVersion, kind);
    if (typeof mapping === 'string') {
      const kinds = mapping === 'unserved' ? gone : guessed;
      kinds.set(`${apiVersion}/${kind}`, guessedResource(node, namespace !== ''));
    }
    const seenAs = meta ?? named(node);
    const { ownerReferences: owners } = seenAs;
    const metadata = owners ? { ...seenAs, ownerReferences: frozen(owners) } : seenAs;
    const object = { apiVersion, kind, metadata };
    if (isPod(node)) return { apiVersion, kind, metadata, spec: RUNNING };
    if (isDefinition(node)) return { ...object, metadata: withCleanup(metadata) };
    return isNamespace(node)
      ? { ...object, ...namespaceFields(node, !filled.has(node.name), view, facts) }
      : object;
  });
  const resources = [...(facts.resources ?? []), ...guessed.values(), ...gone.values()];
  const unserved = unservedKinds(gone.values(), targets);
  return { nodes: seen.map(({ node }) => node), objects, resources, unserved };
}

/** A kind of a target is taken as served: there is a deletion to foretell. */
function unservedKinds(
  gone: Iterable<ApiResource>,
  targets: readonly GraphNode[],
): readonly ApiResource[] {
  const isTarget = (each: ApiResource): boolean =>
    targets.some(({ apiVersion, kind }) => kind === each.kind && apiVersion === apiVersionOf(each));
  return [...gone].filter((each) => !isTarget(each));
}

function named({ name, uid, namespace }: GraphNode): ObjectMeta {
  return namespace === '' ? { name, uid } : { name, uid, namespace };
}

/** The API server gives a definition this finalizer when it is deleted (FN-04). */
function withCleanup(metadata: ObjectMeta): ObjectMeta {
  const { finalizers = [], deletionTimestamp } = metadata;
  const isThere = deletionTimestamp !== undefined || finalizers.includes(CLEANUP_FINALIZER);
  return isThere ? metadata : { ...metadata, finalizers: [...finalizers, CLEANUP_FINALIZER] };
}

/** The finalizers of its spec and the phase that a Namespace has (NS-01, NS-05). */
function namespaceFields(
  node: GraphNode,
  isEmpty: boolean,
  view: ClusterView,
  { namespaces }: DeletionFacts,
): Partial<ApiObject> {
  if (!isBeingDeleted(node, view)) return { spec: { finalizers: ['kubernetes'] } };
  const read = namespaces?.get(node.name);
  const usual = isFinalized(node, isEmpty, read) ? [] : ['kubernetes'];
  const { finalizers = usual, conditions = [] } = read ?? {};
  return { spec: { finalizers }, status: { phase: 'Terminating', conditions } };
}

/** An owner that cannot be read, and its resource where that was not discovered. */
interface StandIn {
  readonly object: ApiObject;
  readonly guessed: readonly ApiResource[];
}

function standInFor(
  reference: OwnerReference,
  place: string,
  view: ClusterView,
): StandIn | undefined {
  const { apiVersion, kind, name, uid } = reference;
  const mapping = view.mapping(apiVersion, kind);
  const owner = view.get(uid);
  if (mapping === 'unserved' || (owner && !owner.virtual)) return undefined;
  const isGuessed = mapping === 'unknown';
  const resource = isGuessed ? guessedResource(reference, place !== '') : mapping;
  // The simulation can tell by itself if there is an owner: of some kinds there never is (KM-03..05).
  if (!isGuessed && (!isGettable(resource) || view.isRead(resource, place))) return undefined;
  if (resource.namespaced && place === '') return undefined;
  const namespace = resource.namespaced ? { namespace: place } : {};
  // The reference may write its kind in lower case (KM-02).
  const object = { apiVersion, kind: resource.kind, metadata: { name, uid, ...namespace } };
  return { object, guessed: isGuessed ? [resource] : [] };
}

/** The resource of a kind that was not discovered. */
export function guessedResource(
  { apiVersion, kind }: Pick<OwnerReference, 'apiVersion' | 'kind'>,
  namespaced: boolean,
): ApiResource {
  return { ...parseApiVersion(apiVersion), kind, resource: `${kind.toLowerCase()}s`, namespaced };
}

/** As they were created: owners before what they own, and the same every time. */
function inOrderOfAge(
  nodes: Iterable<GraphNode>,
): { readonly node: GraphNode; readonly meta: ObjectMeta | undefined }[] {
  const seen = Array.from(nodes, (node) => ({ node, meta: node.meta }));
  return sortedBy(seen, ({ node: { kind, namespace, name, uid }, meta }) =>
    [meta?.creationTimestamp, kind, namespace, name, uid].join('\u0000'),
  );
}
