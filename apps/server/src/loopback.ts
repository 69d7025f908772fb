import { isIP } from 'node:net';

/** Whether a host is this machine's loopback: `localhost`, or an address, in brackets or not. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return bare === 'localhost' || bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'));
}
