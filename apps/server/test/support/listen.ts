import type { AddressInfo, Server } from 'node:net';

/** Lets the server listen on a free port of the loopback address; its URL over plain HTTP. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
