import type { IncomingMessage } from 'node:http';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * One sentence when a request may not be served. The server has no login, so a page in a browser must not reach
 * it: neither under a name of its own that points here (Host) nor from another origin (Origin).
 */
export function refusalOf({ headers }: IncomingMessage): string | undefined {
  const host = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!LOOPBACK_NAMES.has(host)) {
    return `the embedded cluster answers on loopback names only, not as ${JSON.stringify(host)}`;
  }
  if (headers.origin !== undefined) {
    return 'the embedded cluster does not answer requests from web pages';
  }
  return undefined;
}
