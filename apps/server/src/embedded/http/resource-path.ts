import type { ApiResource, ResourceTable } from '@gcscope/gc-core';
import { formatApiVersion, isGettable } from '@gcscope/gc-core';

/** The target of a path below `/api` or `/apis` (HT-02). */
export type ResourcePath =
  | { readonly type: 'api-versions' }
  | { readonly type: 'api-groups' }
  | { readonly type: 'api-group'; readonly group: string }
  | { readonly type: 'group-version'; readonly apiVersion: string }
  | ({ readonly type: 'resource' } & ResourceAddress);

/** A collection (empty name) or an object; the namespace is empty for cluster scope and for all namespaces. */
export interface ResourceAddress {
  readonly resource: ApiResource;
  readonly namespace: string;
  readonly name: string;
  readonly subresource?: string;
}

const NAMESPACE_SUBRESOURCES: ReadonlySet<string> = new Set(['status', 'finalize']);

function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function address(
  table: ResourceTable,
  apiVersion: string,
  namespace: string,
  [plural = '', name = '', subresource, ...rest]: readonly string[],
): ResourcePath | undefined {
  const resource = table.forPath(apiVersion, plural);
  // This server makes no reviews and no bindings: nothing is served under their paths (KM-05).
  if (!resource || !isGettable(resource) || rest.length > 0) return undefined;
  if (namespace !== '' && !resource.namespaced) return undefined;
  if (namespace === '' && resource.namespaced && name !== '') return undefined;
  const base = { type: 'resource', resource, namespace, name } as const;
  return subresource === undefined ? base : { ...base, subresource };
}

/** The path of a collection or object below its group version. */
function parseBelow(
  table: ResourceTable,
  apiVersion: string,
  path: readonly string[],
): ResourcePath | undefined {
  const [first, namespace = '', third] = path;
  // `namespaces/<name>/finalize` is a namespace's own subresource, `namespaces/<name>/pods` its content.
  const own = third === undefined || (apiVersion === 'v1' && NAMESPACE_SUBRESOURCES.has(third));
  if (first !== 'namespaces' || own) return address(table, apiVersion, '', path);
  return namespace === '' ? undefined : address(table, apiVersion, namespace, path.slice(2));
}

/** Parses a path; `undefined` when nothing is served under it. */
export function parseResourcePath(
  table: ResourceTable,
  pathname: string,
): ResourcePath | undefined {
  const segments = segmentsOf(pathname.replace(/\/$/, ''));
  const [root, ...below] = segments ?? [];
  if (root === 'api' && below.length === 0) return { type: 'api-versions' };
  if (root === 'apis' && below.length === 0) return { type: 'api-groups' };
  if (root === 'apis' && below.length === 1) return { type: 'api-group', group: below[0] ?? '' };
  if (root !== 'api' && root !== 'apis') return undefined;
  const [group = '', version = '', ...path] = root === 'api' ? ['', ...below] : below;
  const apiVersion = formatApiVersion(group, version);
  return path.length === 0
    ? { type: 'group-version', apiVersion }
    : parseBelow(table, apiVersion, path);
}
