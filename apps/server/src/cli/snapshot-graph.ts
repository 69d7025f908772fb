import {
  type ApiResource,
  apiVersionOf,
  DEFAULT_RELEASE,
  formatApiVersion,
  type GraphChange,
  groupResource,
  isMonitorable,
  nearestRelease,
  type ObjectMeta,
  parseApiVersion,
  RELEASES,
  ResourceTable,
} from '@gcscope/gc-core';
import type { KindHealth, NodeRecord, Release, Snapshot } from '@gcscope/gc-core/wire';
import { systemClock } from '../base/clock.ts';
import { compareResourceVersions } from '../cluster/reflect/resource-version.ts';
import { LiveGraph } from '../live/live-graph.ts';

const BUILT_IN = ResourceTable.builtIn();
/** Kinds that every server serves and gcscope does not watch: a snapshot does not list them (KM-05, KM-06). */
const UNWATCHED = BUILT_IN.resources.filter(
  (each) =>
    !isMonitorable(each) || RELEASES[DEFAULT_RELEASE].ignoredResources.has(groupResource(each)),
);

/**
 * The graph of a snapshot: its objects arrive as from a watch, its kinds are as well read as they were. It
 * follows the release that is asked for, else the one nearest to its cluster.
 */
export function graphOfSnapshot({ nodes, health, cluster }: Snapshot, asked?: Release): LiveGraph {
  const kubectl = wordsOf(cluster.kubectl);
  const live = new LiveGraph({
    clock: systemClock,
    kubectl,
    onDelta: () => {},
    onHealth: () => {},
  });
  const release = asked ?? nearestRelease(String(cluster.release ?? cluster.version));
  if (release) live.follow(release);
  const kinds = new Map(health.kinds.map((kind) => [kindKey(kind), kind]));
  const changes = new Map<KindHealth, GraphChange[]>();
  for (const record of nodes) {
    if (record.virtual) continue;
    const key = `${record.apiVersion} ${record.kind}`;
    const kind = kinds.get(key) ?? unlisted(record);
    kinds.set(key, kind);
    const batch = changes.get(kind);
    const change: GraphChange = {
      type: 'ADDED',
      identity: identityOf(record),
      meta: metaOf(record),
    };
    if (batch) batch.push(change);
    else changes.set(kind, [change]);
  }
  const listed = [...kinds.values()].filter((kind) => kind.resource !== '*').map(withShortNames);
  live.resources([...listed, ...UNWATCHED]);
  for (const [kind, batch] of changes) live.changes(kind, batch);
  // A snapshot is one moment: every kind of it is as new as its newest object.
  const newest = newestVersion(nodes);
  for (const kind of kinds.values()) {
    live.observed(kind, newest);
    live.kindHealth(kind);
  }
  live.settle();
  // A file does not change: a wait for the next turn of a deletion would only keep the program from its end.
  live.stop();
  return live;
}

/** A file may hold anything here; older files hold only an address. */
function wordsOf(kubectl: unknown): string[] {
  const words: unknown[] = Array.isArray(kubectl) ? kubectl : [];
  return words.filter((word) => typeof word === 'string');
}

function newestVersion(nodes: readonly NodeRecord[]): string {
  let newest = '0';
  for (const { resourceVersion } of nodes) {
    if (resourceVersion === undefined) continue;
    if ((compareResourceVersions(resourceVersion, newest) ?? 1) > 0) newest = resourceVersion;
  }
  return newest;
}

function kindKey({ group, version, kind }: KindHealth): string {
  return `${formatApiVersion(group, version)} ${kind}`;
}

/** Short names are not in a snapshot; those of built-in kinds are known. */
function withShortNames(resource: ApiResource): ApiResource {
  const known = BUILT_IN.forPath(apiVersionOf(resource), resource.resource)?.shortNames;
  return known ? { ...resource, shortNames: known } : resource;
}

/** A kind that the snapshot shows but does not list: known to exist, not known to be complete. */
function unlisted({ apiVersion, kind, namespace }: NodeRecord): KindHealth {
  return {
    ...parseApiVersion(apiVersion),
    resource: `${kind.toLowerCase()}s`,
    kind,
    namespaced: namespace !== '',
    state: 'degraded',
    objects: 0,
    since: '1970-01-01T00:00:00Z',
  };
}

function identityOf({
  apiVersion,
  kind,
  namespace,
  name,
  uid,
}: NodeRecord): GraphChange['identity'] {
  return { apiVersion, kind, namespace, name, uid };
}

function metaOf(record: NodeRecord): ObjectMeta {
  const { name, namespace, uid, owners, finalizers } = record;
  const { resourceVersion, creationTimestamp, deletionTimestamp } = record;
  const grace = record.deletionGracePeriodSeconds;
  return {
    name,
    uid,
    ...(namespace === '' ? {} : { namespace }),
    ...(owners.length === 0 ? {} : { ownerReferences: owners }),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }),
    ...(grace === undefined ? {} : { deletionGracePeriodSeconds: grace }),
  };
}
