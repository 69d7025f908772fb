import { formatApiVersion, parseApiVersion } from '@gcscope/gc-core';
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
 * Rows, by `<apiVersion>/<resource>`, for what nothing is monitored of: the group versions whose kinds are not even known
 * (resource and kind `*`; version `*` for all groups but the core), and Secrets when they are left out.
 */
export function unreadRows(
  failures: readonly DiscoveryFailure[],
  served: readonly ServedResource[],
  ignoreSecrets: boolean,
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
  const secrets = served.find(({ group, resource }) => group === '' && resource === 'secrets');
  if (ignoreSecrets && secrets) {
    const sentence =
      'gcscope does not read Secrets (--no-secrets); references to them are not verified.';
    const apiVersion = formatApiVersion(secrets.group, secrets.version);
    rows.set(
      `${apiVersion}/${secrets.resource}`,
      kindHealth(secrets, 'unsupported', 0, now, sentence),
    );
  }
  return rows;
}
