import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../base/errors.ts';
import type { ServerAddress } from './address.ts';
import { headerValues } from './header-values.ts';

const READING = new Set(['GET', 'HEAD']);

/**
 * Refuses requests that other sites made a browser send: wrong `Host` (DNS rebinding), foreign `Origin`, and everything
 * but links to pages that Fetch metadata calls cross-site. There are no CORS headers, so no page elsewhere can read.
 */
export function addGuard(app: FastifyInstance, address: () => ServerAddress): void {
  app.addHook('onRequest', async (request) => {
    const allowed = address();
    checkHost(request, allowed);
    checkOrigin(request, allowed);
    checkSite(request);
    if (isApi(request) && !READING.has(request.method)) checkWrite(request);
  });
}

function checkHost(request: FastifyRequest, { hosts, url }: ServerAddress): void {
  const named = headerValues(request, 'host');
  const [host] = named;
  // A proxy's request line names a host of its own, which counts more than the header (RFC 9112).
  const isDirect = request.raw.url?.startsWith('/') ?? false;
  if (named.length === 1 && host !== undefined && isDirect && hosts.has(host.toLowerCase())) return;
  throw new RequestError(
    421,
    'host-not-allowed',
    'gcscope does not answer under this host name.',
    `Open ${url}, or start gcscope with --public-url and the address you use.`,
  );
}

function checkOrigin(request: FastifyRequest, { origins }: ServerAddress): void {
  const named = headerValues(request, 'origin');
  if (named.every((origin) => origins.has(origin))) return;
  throw new RequestError(403, 'origin-not-allowed', 'Requests from other sites are rejected.');
}

function checkSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const isLink =
    READING.has(request.method) &&
    !isApi(request) &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document';
  if (isLink) return;
  throw new RequestError(403, 'cross-site', 'Requests from other sites are rejected.');
}

/** No form and no simple request of another site can set the header. */
function checkWrite(request: FastifyRequest): void {
  const { headers } = request;
  const isOwn =
    headers['sec-fetch-site'] === 'same-origin' ||
    (headers['sec-fetch-site'] === undefined && headers.origin !== undefined);
  if (isOwn && headers['x-gcscope'] !== undefined) return;
  throw new RequestError(
    403,
    'not-same-origin',
    'Only pages of gcscope itself may send this request.',
    'A script must send the headers x-gcscope: 1 and Origin, with the address of gcscope.',
  );
}

function isApi(request: FastifyRequest): boolean {
  return request.url.startsWith('/api/');
}
