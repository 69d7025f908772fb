import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureStatus } from '@gcscope/gc-core';
import {
  type ApiContext,
  type ApiExchange,
  ApiRequestError,
  notAllowed,
  reject,
  sendJson,
  sendStatus,
} from './api-exchange.ts';
import { negotiate } from './content-negotiation.ts';
import {
  aggregatedDiscovery,
  apiGroupList,
  apiResourceList,
  apiVersions,
  isScalable,
  singleApiGroup,
} from './discovery.ts';
import { objectRepresentation, serveList } from './list.ts';
import { openApiDocument, openApiIndex } from './openapi.ts';
import { parseResourcePath, type ResourceAddress } from './resource-path.ts';
import { serveScale } from './scale.ts';
import { serveWatch } from './watch.ts';
import { serveDeleteCollection, serveObjectRequest } from './write-requests.ts';

const VERSION = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.0+gcscope',
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: '',
  platform: 'linux/amd64',
};

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz']);

function notFound(): never {
  return reject('NotFound', 'the server could not find the requested resource');
}

function serveDiscovery(
  { apiServer: { table } }: ApiContext,
  { request, response }: ApiExchange,
  root: 'api' | 'apis',
): void {
  const offered = negotiate(request.headers.accept, ['aggregated-discovery', 'object']);
  if (!offered) reject('NotAcceptable', 'discovery is served as application/json');
  if (offered === 'aggregated-discovery') {
    const type = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    sendJson(response, 200, aggregatedDiscovery(table, root), type);
  } else {
    sendJson(response, 200, root === 'api' ? apiVersions(table) : apiGroupList(table));
  }
}

function serveCollection(
  context: ApiContext,
  exchange: ApiExchange,
  address: ResourceAddress,
): void | Promise<void> {
  const { resource, namespace } = address;
  const { method } = exchange.request;
  if (method === 'GET') {
    const watch = exchange.query.get('watch');
    return watch === 'true' || watch === '1'
      ? serveWatch(context, exchange, resource, namespace)
      : serveList(context, exchange, resource, namespace);
  }
  if (resource.namespaced && namespace === '') return notAllowed();
  if (method === 'POST') return serveObjectRequest(context, exchange, address);
  return method === 'DELETE' ? serveDeleteCollection(context, exchange, address) : notAllowed();
}

function serveObject(
  context: ApiContext,
  exchange: ApiExchange,
  address: ResourceAddress,
): void | Promise<void> {
  const { subresource, resource } = address;
  if (subresource === 'scale' && isScalable(resource)) {
    return serveScale(context, exchange, address);
  }
  const finalize = subresource === 'finalize' && resource.resource === 'namespaces';
  if (subresource !== undefined && subresource !== 'status' && !finalize) return notFound();
  return serveObjectRequest(context, exchange, address);
}

function serve(context: ApiContext, exchange: ApiExchange, pathname: string): void | Promise<void> {
  const { response, request } = exchange;
  const { table } = context.apiServer;
  const path = parseResourcePath(table, pathname);
  if (path?.type === 'resource') {
    // Before anything is written: what cannot be answered must not be done.
    objectRepresentation(exchange);
    return path.name === ''
      ? serveCollection(context, exchange, path)
      : serveObject(context, exchange, path);
  }
  if (request.method !== 'GET') return path ? notAllowed() : notFound();
  if (HEALTH_PATHS.has(pathname)) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('ok');
    return;
  }
  if (pathname === '/version') return sendJson(response, 200, VERSION);
  if (pathname === '/openapi/v3') return sendJson(response, 200, openApiIndex(table));
  if (pathname.startsWith('/openapi/v3/')) {
    const document = openApiDocument(table, pathname.slice('/openapi/v3/'.length));
    return document ? sendJson(response, 200, document) : notFound();
  }
  switch (path?.type) {
    case 'api-versions':
      return serveDiscovery(context, exchange, 'api');
    case 'api-groups':
      return serveDiscovery(context, exchange, 'apis');
    case 'api-group':
      return sendJson(response, 200, singleApiGroup(table, path.group) ?? notFound());
    case 'group-version':
      return sendJson(response, 200, apiResourceList(table, path.apiVersion) ?? notFound());
    default:
      return notFound();
  }
}

function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
  } else if (error instanceof ApiRequestError) {
    sendStatus(response, error.status);
  } else {
    const cause = error instanceof Error ? error.message : String(error);
    sendStatus(response, failureStatus('InternalError', `Internal error occurred: ${cause}`));
  }
}

/** Serves the API of a simulated API server to one HTTP request; every failure is answered with a `Status`. */
export async function handleApiRequest(
  context: ApiContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const refusal = refusalOf(request);
    if (refusal !== undefined) reject('Forbidden', refusal);
    const address = request.url ?? '';
    if (!URL.canParse(address, 'http://localhost')) return notFound();
    const url = new URL(address, 'http://localhost');
    await serve(context, { request, response, query: url.searchParams }, url.pathname);
  } catch (error) {
    answerError(response, error);
  }
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * One sentence when a request may not be served. The server has no login, so a page in a browser must not reach
 * it: neither under a name of its own that points here (Host) nor from another origin (Origin).
 */
function refusalOf({ headers }: IncomingMessage): string | undefined {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!LOOPBACK_NAMES.has(host)) {
    return `the embedded cluster answers on loopback names only, not as ${JSON.stringify(host)}`;
  }
  if (headers.origin !== undefined) {
    return 'the embedded cluster does not answer requests from web pages';
  }
  return undefined;
}
