import type { ApiResource } from '@gcscope/gc-core';

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
