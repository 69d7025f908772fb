import type { RequestTarget, WriteOptions } from '../../../src/apiserver/api-request.ts';
import type { ApiResult } from '../../../src/apiserver/api-result.ts';
import type { ApiServer } from '../../../src/apiserver/api-server.ts';
import type { Manifest } from '../../../src/meta/object-meta.ts';
import type { DeleteOptions } from '../../../src/meta/propagation-policy.ts';
import type { ResourceTable } from '../../../src/meta/resource-table.ts';
import type { AskedRequest } from './answer-brief.ts';
import { bodyOf } from './body-of.ts';

/** The answer of our API server to a request that came by HTTP. */
export function sendRequest(server: ApiServer, request: AskedRequest): ApiResult {
  const { method, path, type = 'merge' } = request;
  const [place = '', query] = path.split('?');
  const target = targetOf(server.table, place);
  const options = optionsOf(query);
  const body = bodyOf(request);
  switch (method) {
    case 'POST':
      return server.create(target.resource, target.namespace, body as Manifest, options);
    case 'PUT':
      return server.update(target, body as Manifest, options);
    case 'PATCH':
      return server.patch(target, type, body, options);
    case 'DELETE':
      return server.delete(target, body as DeleteOptions);
  }
}

function optionsOf(query: string | undefined): WriteOptions {
  const parameters = new URLSearchParams(query);
  const fieldValidation = parameters.get('fieldValidation');
  return {
    dryRun: parameters.getAll('dryRun'),
    ...(fieldValidation === null ? {} : { fieldValidation }),
  };
}

const PATH =
  /^\/apis?\/(?<apiVersion>v1|[^/]+\/[^/]+)(?:\/namespaces\/(?<namespace>[^/]+)(?=\/(?!status$|finalize$)))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/;

function targetOf(table: ResourceTable, path: string): RequestTarget {
  const groups = PATH.exec(path)?.groups ?? {};
  const { apiVersion = '', namespace = '', resource = '', name = '', subresource } = groups;
  const found = table.forPath(apiVersion, resource);
  if (!found) throw new Error(`${path} is not served`);
  const target = { resource: found, namespace, name };
  return subresource === undefined ? target : { ...target, subresource };
}
