import { formatApiVersion, groupResource, parseApiVersion } from '@gcscope/gc-core';
import type { KindHealth, KindState, Timestamp } from '@gcscope/gc-core/wire';
import type { MonitoredResource } from '../reflect/monitored-resource.ts';
import { type DiscoveryFailure, isFailed, type ServedResource } from './discovery.ts';

/** The wire form of a kind's state. */
export function kindHealth(
  { group, version, resource, kind, namespaced }: MonitoredResource,
  state: KindState,
  objects: number,
  since: Timestamp,
  message?: string,
  readNamespace?: string,
): KindHealth {
  const health = { group, version, resource, kind, namespaced, state, objects, since };
  return {
    ...health,
    ...(readNamespace === undefined ? {} : { namespaces: [readNamespace] }),
    ...(message === undefined ? {} : { message }),
  };
}

/**
 * Rows, by `<apiVersion>/<resource>`, for what is not monitored: group versions whose kinds are not known (resource and kind `*`; version
 * `*` for all groups but the core), and kinds that a person left out.
 */
export function unreadRows(
  failures: readonly DiscoveryFailure[],
  served: readonly ServedResource[],
  leftOut: readonly string[],
  now: Timestamp,
): ReadonlyMap<string, KindHealth> {
  const rows = new Map<string, KindHealth>();
  for (const failure of failures) {
    if (served.some((resource) => isFailed([failure], resource))) continue;
    const { apiVersion, message } = failure;
    const all = { ...parseApiVersion(apiVersion), resource: '*', kind: '*', namespaced: true };
    const sentence = `gcscope does not know the kinds of ${apiVersion}, because its discovery failed: ${message}.`;
    rows.set(`${apiVersion}/*`, kindHealth(all, 'degraded', 0, now, sentence));
  }
  for (const resource of served) {
    const key = groupResource(resource);
    if (!leftOut.includes(key)) continue;
    const flag = key === '/secrets' ? '--no-secrets' : `--ignore ${key}`;
    const sentence = `gcscope was told not to read this kind (${flag}); references to it are not verified.`;
    const apiVersion = formatApiVersion(resource.group, resource.version);
    rows.set(
      `${apiVersion}/${resource.resource}`,
      kindHealth(resource, 'unsupported', 0, now, sentence),
    );
  }
  return rows;
}
