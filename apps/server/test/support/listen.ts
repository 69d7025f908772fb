import type { AddressInfo, Server } from 'node:net';
import { Server as SecureServer } from 'node:tls';

/** Lets the server listen on a free port of the loopback address; its URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scheme = server instanceof SecureServer ? 'https' : 'http';
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
