import type { CollectionResult } from '../apiserver/api-result.ts';
import type { ApiServer } from '../apiserver/api-server.ts';
import { field, isJsonMap, mapOf } from '../apiserver/json-value.ts';
import { type ApiResource, allowsVerb, apiVersionOf } from '../meta/api-resource.ts';
import { type ApiObject, type Millis, parseTimestamp, type Seconds } from '../meta/object-meta.ts';

/** The estimated time for an object with a finalizer (NS-10). */
const FINALIZER_ESTIMATE: Seconds = 15;
/** The default grace period of a Pod. */
const POD_GRACE: Seconds = 30;

/** How one pass over the content of a namespace went. */
export interface NamespaceContent {
  /** `<group>/<version>` that discovery could not read; what is in them is not touched (NS-06). */
  readonly unread: readonly string[];
  /** The failures to delete objects of a resource. */
  readonly failures: readonly string[];
  /** Pods are left, so nothing else was touched (NS-07). */
  readonly podsRemain: boolean;
  /** The reported count of remaining objects: empty while Pods remain (NS-11). */
  readonly totals: Totals;
  /** Until what is left may be gone; 0 when nothing is left to wait for (NS-10). */
  readonly estimate: Seconds;
}

interface Totals {
  /** By resource and group: `configmaps.`, `deployments.apps`. */
  readonly resources: ReadonlyMap<string, number>;
  /** Objects that have the finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
}

/** The remaining objects of one resource. */
interface Left {
  readonly items: readonly ApiObject[];
  readonly estimate: Seconds;
  readonly failure?: string;
}

/** Sends the DELETE of all objects of a resource. */
export type DeleteCollection = (resource: ApiResource) => CollectionResult;

const NOTHING: Totals = { resources: new Map(), finalizers: new Map() };

/** Deletes what is in the namespace, its Pods alone as long as there are any, and looks at what is left (NS-06..NS-11). */
export function deleteContent(
  apiServer: ApiServer,
  namespace: ApiObject,
  now: Millis,
  deleteCollection: DeleteCollection,
  podsFirst: boolean,
  unread: readonly string[] = unreadVersions(apiServer),
): NamespaceContent {
  const resources = apiServer.table.preferred.filter(
    (resource) =>
      resource.namespaced &&
      allowsVerb(resource, 'delete') &&
      !unread.includes(apiVersionOf(resource)),
  );
  const pods = resources.find(isPods);
  const left = new Map<ApiResource, Left>();
  const remove = (resource: ApiResource): Left => {
    const result = removeAll(apiServer, resource, namespace, now, deleteCollection);
    left.set(resource, result);
    return result;
  };
  const arePodsLeft = pods !== undefined && remove(pods).items.length > 0;
  const podsRemain = podsFirst && arePodsLeft;
  if (!podsRemain) for (const resource of resources) if (resource !== pods) remove(resource);
  const all = [...left.values()];
  return {
    unread,
    failures: all.flatMap(({ failure }) => failure ?? []).toSorted(),
    podsRemain,
    totals: podsRemain ? NOTHING : totalsOf(left),
    estimate: Math.max(0, ...all.map(({ estimate }) => estimate)),
  };
}

function isPods({ group, resource }: ApiResource): boolean {
  return group === '' && resource === 'pods';
}

/** Deletes the collection and says what is left, and how long that may take (NS-08, NS-10). */
function removeAll(
  apiServer: ApiServer,
  resource: ApiResource,
  namespace: ApiObject,
  now: Millis,
  deleteCollection: DeleteCollection,
): Left {
  const { name } = namespace.metadata;
  const pods = isPods(resource) ? apiServer.list(resource, name).items : [];
  const grace = graceLeft(pods, namespace, now);
  const result = deleteCollection(resource);
  const { items } = apiServer.list(resource, name);
  if (!result.ok) return { items, estimate: 0, failure: result.status.message ?? '' };
  if (items.length === 0) return { items, estimate: 0 };
  const isHeld = items.some(({ metadata }) => (metadata.finalizers ?? []).length > 0);
  // A grace that still runs is all that is waited for, also where it is the shorter one.
  const whenHeld = isHeld ? FINALIZER_ESTIMATE : 0;
  const estimate = grace > 0 ? grace : whenHeld;
  if (estimate > 0) return { items, estimate };
  const gvr = `${resource.group}/${resource.version}, Resource=${resource.resource}`;
  const failure = `unexpected items still remain in namespace: ${name} for gvr: ${gvr}`;
  return { items, estimate, failure };
}

/** The longest grace of the Pods that still run, until it has passed since the namespace was deleted (NS-10). */
function graceLeft(pods: readonly ApiObject[], namespace: ApiObject, now: Millis): Seconds {
  const graces = pods.map((pod) => {
    const phase = field(mapOf(pod.status), 'phase');
    if (phase === 'Succeeded' || phase === 'Failed') return 0;
    const own = field(mapOf(pod.spec), 'terminationGracePeriodSeconds');
    return typeof own === 'number' ? own : POD_GRACE;
  });
  const longest = Math.max(0, ...graces);
  const deletedAt = parseTimestamp(namespace.metadata.deletionTimestamp ?? '') ?? now;
  return now - deletedAt >= longest * 1000 ? 0 : longest;
}

/** The remaining objects by resource and by finalizer; a resource that could not be deleted is not counted. */
function totalsOf(left: ReadonlyMap<ApiResource, Left>): Totals {
  const resources = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const [{ resource, group }, { items, failure }] of left) {
    if (items.length === 0 || failure !== undefined) continue;
    resources.set(`${resource}.${group}`, items.length);
    for (const finalizer of items.flatMap(({ metadata }) => metadata.finalizers ?? [])) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    }
  }
  return { resources, finalizers };
}

/** The versions whose APIService is not available. */
function unreadVersions(apiServer: ApiServer): string[] {
  const apiServices = apiServer.table.forPath('apiregistration.k8s.io/v1', 'apiservices');
  if (!apiServices) return [];
  return apiServer
    .list(apiServices)
    .items.filter(isUnavailable)
    .map(({ spec }) => `${field(mapOf(spec), 'group')}/${field(mapOf(spec), 'version')}`)
    .toSorted();
}

function isUnavailable({ status }: ApiObject): boolean {
  const conditions = field(mapOf(status), 'conditions');
  if (!Array.isArray(conditions)) return false;
  return conditions.some(
    (each) =>
      isJsonMap(each) && field(each, 'type') === 'Available' && field(each, 'status') === 'False',
  );
}
