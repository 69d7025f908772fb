import { type ApiResource, allowsVerb, apiVersionOf, type ResourceTable } from '@gcscope/gc-core';
import { servedGroupVersions } from './discovery.ts';

/**
 * The index under `/openapi/v3`. kubectl reads it before it creates anything, to learn that the server validates
 * fields itself; nothing but that is described here.
 */
export function openApiIndex(table: ResourceTable): object {
  const paths = servedGroupVersions(table).map(({ path }) => [
    path,
    { serverRelativeURL: `/openapi/v3/${path}` },
  ]);
  return { paths: Object.fromEntries(paths) };
}

function patchOf(resource: ApiResource): object {
  const { group, version, kind } = resource;
  return {
    patch: {
      parameters: [{ name: 'fieldValidation', in: 'query', schema: { type: 'string' } }],
      responses: { '200': { description: 'OK' } },
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group, version, kind },
    },
  };
}

/** The document of one group version; `undefined` when it is not served. */
export function openApiDocument(table: ResourceTable, path: string): object | undefined {
  const served = servedGroupVersions(table).find((entry) => entry.path === path);
  if (!served) return undefined;
  const paths = table.resources
    .filter((each) => apiVersionOf(each) === served.apiVersion && allowsVerb(each, 'patch'))
    .map((resource) => {
      const namespace = resource.namespaced ? 'namespaces/{namespace}/' : '';
      return [`/${path}/${namespace}${resource.resource}/{name}`, patchOf(resource)];
    });
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.0' },
    paths: Object.fromEntries(paths),
    components: { schemas: {} },
  };
}
