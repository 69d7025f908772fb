import type { ApiResource } from '@gcscope/gc-core';
import type { KindHealth } from '@gcscope/gc-core/wire';

/** Paths of all objects of a kind that can be read: of all namespaces at once, or of those that may be read. */
export function readPaths(kind: KindHealth): readonly string[] {
  const { namespaces } = kind;
  if (namespaces === undefined) return [resourcePath(kind)];
  return namespaces.map((namespace) => resourcePath(kind, namespace));
}

/** Path of all objects of a resource, in all namespaces or in one; an empty namespace is none. */
export function resourcePath(
  { group, version, resource }: Pick<ApiResource, 'group' | 'version' | 'resource'>,
  namespace: string = '',
): string {
  const segments = [
    ...(group === '' ? ['api', version] : ['apis', group, version]),
    ...(namespace === '' ? [] : ['namespaces', namespace]),
    resource,
  ];
  return segments.map((each) => `/${encodeURIComponent(each)}`).join('');
}
