import type { ServerResponse } from 'node:http';
import { json, status } from './fake-answers.ts';
import type { FakeResource } from './fake-api-server.ts';

/** What discovery needs to know of a fake server. */
export interface Discoverable {
  /** What it says of itself. */
  readonly gitVersion: string;
  readonly resources: ReadonlyMap<string, FakeResource>;
  /** Groups whose aggregated server is down. */
  readonly staleGroups: ReadonlySet<string>;
  /** Whether the server knows aggregated discovery. */
  readonly aggregated: boolean;
}

const ALL_VERBS = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/** Answers a discovery request, aggregated or group by group. */
export function discover(server: Discoverable, path: string): (response: ServerResponse) => void {
  if (path === '/version') return json(JSON.stringify({ gitVersion: server.gitVersion }));
  if (server.aggregated) return json(JSON.stringify(aggregated(server, path === '/api')));
  if (path === '/api') return json(JSON.stringify({ kind: 'APIVersions', versions: ['v1'] }));
  if (path === '/apis') return json(JSON.stringify(groupList(server)));
  const group = /^\/apis\/([^/]+)\//.exec(path)?.[1] ?? '';
  if (server.staleGroups.has(group)) {
    return status(503, 'ServiceUnavailable', 'the aggregated server is down');
  }
  return json(JSON.stringify(resourceList(groupsOf(server).get(group) ?? [])));
}

function aggregated(server: Discoverable, core: boolean): object {
  const items = [...groupsOf(server)]
    .filter(([group]) => (group === '') === core)
    .map(([name, resources]) => ({
      metadata: core ? {} : { name },
      versions: [...new Set(resources.map((r) => r.version))].map((version) => ({
        version,
        freshness: server.staleGroups.has(name) ? 'Stale' : 'Current',
        resources: server.staleGroups.has(name)
          ? []
          : resources.filter((r) => r.version === version).map(aggregatedResource),
      })),
    }));
  return { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', items };
}

function aggregatedResource(resource: FakeResource): object {
  const { group, version, kind } = resource;
  return {
    resource: resource.resource,
    responseKind: { group, version, kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    verbs: resource.verbs ?? ALL_VERBS,
    subresources: [{ subresource: 'status', verbs: ['get', 'patch', 'update'] }],
  };
}

function groupList(server: Discoverable): object {
  const groups = [...groupsOf(server)].filter(([name]) => name !== '');
  return {
    kind: 'APIGroupList',
    groups: groups.map(([name, resources]) => {
      const versions = [...new Set(resources.map((r) => r.version))].map((version) => ({
        groupVersion: `${name}/${version}`,
        version,
      }));
      return { name, versions, preferredVersion: versions[0] };
    }),
  };
}

function resourceList(served: readonly FakeResource[]): object {
  const resources = served.flatMap(({ resource, kind, namespaced, verbs }) => [
    { name: resource, kind, namespaced, verbs: verbs ?? ALL_VERBS },
    { name: `${resource}/status`, kind, namespaced, verbs: ALL_VERBS },
  ]);
  return { kind: 'APIResourceList', resources };
}

function groupsOf({ resources }: Discoverable): ReadonlyMap<string, readonly FakeResource[]> {
  const groups = new Map<string, FakeResource[]>();
  for (const resource of resources.values()) {
    groups.set(resource.group, [...(groups.get(resource.group) ?? []), resource]);
  }
  return groups;
}
