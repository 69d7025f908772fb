import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../base/loopback.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment asks for, by Go's rules: never for loopback, `NO_PROXY` with domains, addresses and networks. */
export function proxyFromEnvironment(server: URL, env: Env): string | undefined {
  const proxy = env.HTTPS_PROXY ?? env.https_proxy;
  if (proxy === undefined || proxy === '' || isLoopback(server.hostname)) return undefined;
  const exceptions = (env.NO_PROXY ?? env.no_proxy ?? '').split(',');
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (
    exceptions.some((entry) => isExcepted(host, server.port || '443', entry.trim().toLowerCase()))
  ) {
    return undefined;
  }
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const [address, bits] = entry.split('/');
  if (bits !== undefined) return isInNetwork(host, address ?? '', Number(bits));
  const named = /^(.*):(\d+)$/.exec(entry);
  const onlyPort = named && isIP(entry) === 0 ? named[2] : undefined;
  const name = onlyPort === undefined ? entry : (named?.[1] ?? entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return (host === domain && !name.startsWith('.')) || host.endsWith(`.${domain}`);
}

function isInNetwork(host: string, address: string, bits: number): boolean {
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family) return false;
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) return false;
  const network = new BlockList();
  const type = family === 4 ? 'ipv4' : 'ipv6';
  network.addSubnet(address, bits, type);
  return network.check(host, type);
}
