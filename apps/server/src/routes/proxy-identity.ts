import { createHash, timingSafeEqual } from 'node:crypto';
import { type BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../base/errors.ts';
import { isLoopback } from '../base/loopback.ts';
import type { Identity } from '../sharing/reviewer.ts';
import type { ProxyConfig } from '../sharing/sign-in-config.ts';
import type { Api } from './api.ts';
import { headerValues } from './header-values.ts';

const SECRET_HEADER = 'x-gcscope-proxy-secret';

/** Whom the trusted proxy names. A request that names a person and does not come from it is refused. */
export function namedByProxy(
  { userHeader, groupsHeader, secret }: ProxyConfig,
  trusted: BlockList | undefined,
): (request: FastifyRequest) => Identity | undefined {
  return (request) => {
    const users = headerValues(request, userHeader);
    const groups = headerValues(request, groupsHeader);
    if (users.length === 0 && groups.length === 0) return undefined;
    const isAddress = trusted === undefined || isTrusted(request, trusted);
    const isSecret = secret === undefined || isEqual(headerValues(request, SECRET_HEADER), secret);
    if (!isAddress || !isSecret) {
      throw new RequestError(
        403,
        'proxy-not-trusted',
        'Only the trusted proxy may name a user.',
        'Open gcscope by the address of the proxy.',
      );
    }
    const [name = ''] = users;
    if (users.length > 1 || name === '' || name === 'system:anonymous') {
      throw new RequestError(
        400,
        'user-unclear',
        'The proxy does not name exactly one user.',
        `It must replace every ${userHeader} header that it receives.`,
      );
    }
    return {
      person: {
        name,
        uid: '',
        // The API server adds this group for every person who is signed in.
        groups: [...new Set([...groups.flatMap(partsOf), 'system:authenticated'])],
        extra: new Map(),
      },
    };
  };
}

/** Requests that come neither from this machine nor through a proxy that ended TLS for them are refused. */
export function addProxyOnly(app: Api, trusted: BlockList): void {
  app.addHook('onRequest', async (request) => {
    if (isTrusted(request, trusted) || isLoopback(addressOf(request))) return;
    throw new RequestError(
      403,
      'proxy-not-trusted',
      'gcscope answers only through its proxy.',
      'Open it by the address of the proxy, or name the address of the proxy with --trusted-proxy.',
    );
  });
}

/** The peer of the connection: no header says who that is. */
function addressOf(request: FastifyRequest): string {
  return (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
}

function isTrusted(request: FastifyRequest, trusted: BlockList): boolean {
  const address = addressOf(request);
  return address !== '' && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function isEqual(given: readonly string[], secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given.length === 1 && timingSafeEqual(digest(given[0] ?? ''), digest(secret));
}

function partsOf(header: string): string[] {
  return header
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
