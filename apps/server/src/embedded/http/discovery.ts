import {
  type ApiResource,
  apiVersionOf,
  groupResource,
  groupResources,
  isMonitorable,
  parseApiVersion,
  type ResourceTable,
} from '@gcscope/gc-core';

/** The verbs of a resource that lists none (MO-01). */
const VERBS: readonly string[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** The kinds of `kubectl get all`. */
const IN_CATEGORY_ALL: ReadonlySet<string> = groupResources({
  '': 'pods replicationcontrollers services',
  apps: 'daemonsets deployments replicasets statefulsets',
  autoscaling: 'horizontalpodautoscalers',
  batch: 'cronjobs jobs',
});

const SCALABLE = groupResources({ apps: 'deployments replicasets statefulsets' });

interface Subresource {
  readonly name: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
}

function subresourcesOf(resource: ApiResource): Subresource[] {
  // Reviews, bindings and component statuses have no status that could be written (KM-05, KM-06).
  if (!isMonitorable(resource)) return [];
  const { group, version, kind } = resource;
  const found: Subresource[] = [{ name: 'status', kind, group, version }];
  if (isScalable(resource)) {
    found.push({ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1' });
  }
  if (groupResource(resource) === '/namespaces') {
    found.push({ name: 'finalize', kind, group, version });
  }
  return found;
}

/** Whether the kind has a `scale` subresource here. */
export function isScalable(resource: ApiResource): boolean {
  return SCALABLE.has(groupResource(resource));
}

function namesOf(resource: ApiResource): object {
  const { shortNames } = resource;
  return {
    singularName: resource.kind.toLowerCase(),
    ...(shortNames ? { shortNames } : {}),
    ...(IN_CATEGORY_ALL.has(groupResource(resource)) ? { categories: ['all'] } : {}),
  };
}

/** `APIResourceList` of one group version; `undefined` when it is not served. */
export function apiResourceList(table: ResourceTable, apiVersion: string): object | undefined {
  const served = table.resources.filter((resource) => apiVersionOf(resource) === apiVersion);
  if (served.length === 0) return undefined;
  const resources = served.flatMap((resource) => [
    {
      name: resource.resource,
      namespaced: resource.namespaced,
      kind: resource.kind,
      verbs: resource.verbs ?? VERBS,
      ...namesOf(resource),
    },
    ...subresourcesOf(resource).map(({ name, kind, group, version }) => ({
      name: `${resource.resource}/${name}`,
      singularName: '',
      namespaced: resource.namespaced,
      kind,
      ...(kind === 'Scale' ? { group, version } : {}),
      verbs: name === 'finalize' ? ['update'] : ['get', 'patch', 'update'],
    })),
  ]);
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: apiVersion, resources };
}

/** Versions per group in the order of the table, the preferred one first. */
function versionsByGroup(table: ResourceTable): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { group, version } of table.resources) {
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  return groups;
}

function apiGroup(name: string, versions: readonly string[]): object {
  const described = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: described, preferredVersion: described[0] };
}

/** `APIVersions` under `/api`. */
export function apiVersions(table: ResourceTable): object {
  return { kind: 'APIVersions', versions: versionsByGroup(table).get('') ?? [] };
}

/** `APIGroupList` under `/apis`. */
export function apiGroupList(table: ResourceTable): object {
  const named = [...versionsByGroup(table)].filter(([name]) => name !== '');
  const groups = named.map(([name, versions]) => apiGroup(name, versions));
  return { kind: 'APIGroupList', apiVersion: 'v1', groups };
}

/** `APIGroup` under `/apis/<group>`; `undefined` when it is not served. */
export function singleApiGroup(table: ResourceTable, name: string): object | undefined {
  const versions = versionsByGroup(table).get(name);
  if (name === '' || !versions) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...apiGroup(name, versions) };
}

function aggregatedVersion(table: ResourceTable, group: string, version: string): object {
  const served = table.resources.filter((r) => r.group === group && r.version === version);
  const resources = served.map((resource) => ({
    resource: resource.resource,
    responseKind: { group, version, kind: resource.kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    verbs: resource.verbs ?? VERBS,
    ...namesOf(resource),
    subresources: subresourcesOf(resource).map((sub) => ({
      subresource: sub.name,
      responseKind: { group: sub.group, version: sub.version, kind: sub.kind },
      verbs: sub.name === 'finalize' ? ['update'] : ['get', 'patch', 'update'],
    })),
  }));
  return { version, resources, freshness: 'Current' };
}

/** `APIGroupDiscoveryList` under `/api` (the core group) or `/apis` (all others). */
export function aggregatedDiscovery(table: ResourceTable, root: 'api' | 'apis'): object {
  const items = [...versionsByGroup(table)]
    .filter(([name]) => (name === '') === (root === 'api'))
    .map(([name, versions]) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map((version) => aggregatedVersion(table, name, version)),
    }));
  const apiVersion = 'apidiscovery.k8s.io/v2';
  return { kind: 'APIGroupDiscoveryList', apiVersion, metadata: {}, items };
}

/** The group versions served, with the path of each. */
export function servedGroupVersions(table: ResourceTable): { apiVersion: string; path: string }[] {
  const versions = new Set(table.resources.map(apiVersionOf));
  return [...versions].map((apiVersion) => {
    const { group } = parseApiVersion(apiVersion);
    return { apiVersion, path: group === '' ? `api/${apiVersion}` : `apis/${apiVersion}` };
  });
}
