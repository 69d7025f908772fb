import { RequestError } from '../base/errors.ts';
import type { Api } from './api.ts';

const READING = new Set(['GET', 'HEAD']);
// A browser takes a backslash for a slash, so an address that begins with either and a slash names another host.
const REPEATED_SLASHES = /[/\\]{2,}/g;

/** Letters, digits, `-`, `.`, `_` and `~` mean the same where they are written as numbers (RFC 3986, 6.2.2.2). */
const PLAIN = /%(2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/**
 * The address by which a request is routed, in the one form that the guard and the others compare with. A `%` that begins no
 * character would end the request before any hook has run: here it stands for itself, and the check below refuses the address.
 */
export function routable(written: string): string {
  if (decodedPath(written) === undefined) return written.replaceAll('%', '%25');
  const [address = ''] = written.split('#', 1);
  const [path = ''] = address.split('?', 1);
  return path.replace(PLAIN, decodeURIComponent) + address.slice(path.length);
}

/** Refuses addresses that cannot be decoded, and leads from one with repeated slashes to the one that was meant. */
export function addAddressCheck(app: Api): void {
  app.addHook('onRequest', async ({ originalUrl, method }, reply) => {
    if (decodedPath(originalUrl) === undefined) {
      throw new RequestError(
        400,
        'bad-request',
        'This address is damaged: it contains an invalid “%” escape.',
        'Copy the whole link once more, or search for the object by its name.',
      );
    }
    const [path = ''] = originalUrl.split('?', 1);
    const meant = path.replace(REPEATED_SLASHES, '/');
    if (meant === path || !READING.has(method)) return undefined;
    return reply.redirect(`${meant}${originalUrl.slice(path.length)}`, 308);
  });
}

/** The path of an address; `undefined` when it cannot be decoded. */
function decodedPath(address: string): string | undefined {
  const [path = ''] = address.split('?', 1);
  try {
    // The result has to be used: the bundler takes a call for its fault alone to be idle, and drops it.
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
