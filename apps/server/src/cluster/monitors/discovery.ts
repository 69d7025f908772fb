import { setMaxListeners } from 'node:events';
import type { ApiResource } from '@gcscope/gc-core';
import { formatApiVersion, groupResource, isMonitorable, parseApiVersion } from '@gcscope/gc-core';
import { type ApiClient, type ApiFailure, failureText } from '../answers/api-answer.ts';
import { type Fields, fieldsOf, textOf, textsOf } from '../answers/decode-meta.ts';

const ACCEPT =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList, application/json';

/** A resource that the server serves, with what may be done to it. */
export interface ServedResource extends ApiResource {
  readonly verbs: readonly string[];
}

/** A group version whose resources could not be learned; `*` stands for all groups but the core. */
export interface DiscoveryFailure {
  readonly apiVersion: string;
  readonly message: string;
}

/**
 * The result of one discovery. `resources` is in order of preference within each group. Only subresources are left out:
 * kinds that are never monitored have a REST mapping, too (KM-05, KM-06).
 */
export type Discovery =
  | {
      readonly type: 'ok';
      readonly resources: readonly ServedResource[];
      readonly failures: readonly DiscoveryFailure[];
    }
  | { readonly type: 'failed'; readonly failure: ApiFailure };

interface Part {
  readonly resources: readonly ServedResource[];
  readonly failures: readonly DiscoveryFailure[];
}

/** Asks the server what it serves: aggregated where it can (v2), else group by group. Partial results count (MO-02). */
export async function discover(client: ApiClient, signal: AbortSignal): Promise<Discovery> {
  const roots = await Promise.all(
    ['/api', '/apis'].map((path) => client.getJson(path, { accept: ACCEPT, signal })),
  );
  const [core, named] = roots;
  if (!core || !named || (core.type !== 'ok' && named.type !== 'ok')) {
    return {
      type: 'failed',
      failure: core && core.type !== 'ok' ? rootFailure(core) : { type: 'aborted' },
    };
  }
  const parts = [
    core.type === 'ok'
      ? await readRoot(client, core.body, signal)
      : failedPart('v1', failureText(core)),
    named.type === 'ok'
      ? await readRoot(client, named.body, signal)
      : failedPart('*', failureText(named)),
  ];
  return {
    type: 'ok',
    resources: parts.flatMap((part) => part.resources),
    failures: parts.flatMap((part) => part.failures),
  };
}

/** A web server of another kind answers 404 as well, but gives no reason as Kubernetes does. */
function rootFailure(failure: ApiFailure): ApiFailure {
  const isForeign = failure.type === 'status' && failure.code === 404 && failure.reason === '';
  if (!isForeign) return failure;
  return {
    type: 'unreadable',
    message:
      'the server there is not a Kubernetes API server (HTTP 404 at /api); check the address, its port and its path',
  };
}

/** Whether a resource belongs to a part of the API that could not be learned (MO-06). */
export function isFailed(
  failures: readonly DiscoveryFailure[],
  resource: { readonly group: string; readonly version: string },
): boolean {
  const apiVersion = formatApiVersion(resource.group, resource.version);
  return failures.some(
    (failure) =>
      failure.apiVersion === apiVersion || (failure.apiVersion === '*' && resource.group !== ''),
  );
}

/** Events, in both of their groups: the collector does not watch them (MO-03). */
export const EVENTS: ReadonlySet<string> = new Set(['/events', 'events.k8s.io/events']);

/** Whether gcscope watches the resource: only what can be deleted, listed and watched (MO-01), and none of those that are ignored. */
export function isWatched(resource: ApiResource, ignored: ReadonlySet<string> = EVENTS): boolean {
  return !ignored.has(groupResource(resource)) && isMonitorable(resource);
}

/** One version of each resource that is watched (MO-01). */
export function monitorable(
  resources: readonly ServedResource[],
  ignored?: ReadonlySet<string>,
): readonly ServedResource[] {
  const chosen = new Map<string, ServedResource>();
  for (const resource of resources) {
    const key = groupResource(resource);
    if (isWatched(resource, ignored) && !chosen.has(key)) chosen.set(key, resource);
  }
  return [...chosen.values()];
}

function readRoot(client: ApiClient, body: unknown, signal: AbortSignal): Promise<Part> {
  const root = fieldsOf(body) ?? {};
  if (root.kind === 'APIGroupDiscoveryList') return Promise.resolve(readAggregated(root));
  return readGroupByGroup(client, root, signal);
}

function readAggregated(root: Fields): Part {
  const resources: ServedResource[] = [];
  const failures: DiscoveryFailure[] = [];
  for (const item of listOf(root.items)) {
    const group = textOf(fieldsOf(item.metadata)?.name);
    for (const version of listOf(item.versions)) {
      const name = textOf(version.version);
      if (version.freshness === 'Stale') {
        const apiVersion = formatApiVersion(group, name);
        failures.push({ apiVersion, message: 'the server behind it does not answer' });
        continue;
      }
      for (const resource of listOf(version.resources)) {
        const responseKind = fieldsOf(resource.responseKind);
        resources.push({
          ...namesOf(resource, 'resource'),
          group,
          version: name,
          kind: textOf(responseKind?.kind),
          namespaced: resource.scope === 'Namespaced',
        });
      }
    }
  }
  return { resources: resources.filter(isUsable), failures };
}

async function readGroupByGroup(
  client: ApiClient,
  root: Fields,
  signal: AbortSignal,
): Promise<Part> {
  // Each of these requests listens to it; from eleven listeners on Node warns.
  setMaxListeners(0, signal);
  const parts = await Promise.all(
    apiVersionsOf(root).map((apiVersion) => readGroupVersion(client, apiVersion, signal)),
  );
  return {
    resources: parts.flatMap((part) => part.resources),
    failures: parts.flatMap((part) => part.failures),
  };
}

/** Reads the versions of an `APIVersions` or an `APIGroupList`, the preferred version of each group first. */
function apiVersionsOf(root: Fields): readonly string[] {
  const core = textsOf(root.versions);
  const named = listOf(root.groups).flatMap((group) => {
    const preferred = textOf(fieldsOf(group.preferredVersion)?.groupVersion);
    const all = listOf(group.versions).map((version) => textOf(version.groupVersion));
    return [...new Set([preferred, ...all])];
  });
  return [...core, ...named].filter((apiVersion) => apiVersion !== '');
}

async function readGroupVersion(
  client: ApiClient,
  apiVersion: string,
  signal: AbortSignal,
): Promise<Part> {
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  const path = [root, ...apiVersion.split('/').map(encodeURIComponent)].join('/');
  const answer = await client.getJson(path, { accept: 'application/json', signal });
  if (answer.type !== 'ok') return failedPart(apiVersion, failureText(answer));
  const resources = listOf(fieldsOf(answer.body)?.resources)
    .filter((resource) => !textOf(resource.name).includes('/'))
    .map((resource) => ({
      ...namesOf(resource, 'name'),
      ...parseApiVersion(apiVersion),
      kind: textOf(resource.kind),
      namespaced: resource.namespaced === true,
    }));
  return { resources: resources.filter(isUsable), failures: [] };
}

function namesOf(
  fields: Fields,
  plural: string,
): Pick<ServedResource, 'resource' | 'verbs' | 'shortNames'> {
  const shortNames = textsOf(fields.shortNames);
  return {
    resource: textOf(fields[plural]),
    verbs: textsOf(fields.verbs),
    ...(shortNames.length > 0 ? { shortNames } : {}),
  };
}

/** Some aggregated servers give no kind for odd resources; no reference can name these. */
function isUsable(resource: ServedResource): boolean {
  return resource.resource !== '' && resource.kind !== '' && resource.version !== '';
}

function failedPart(apiVersion: string, message: string): Part {
  return { resources: [], failures: [{ apiVersion, message }] };
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map((item) => fieldsOf(item) ?? {}) : [];
}
