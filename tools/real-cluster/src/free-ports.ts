import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range that systems give to outgoing connections: a port found free here is not taken by
// one of those before its server listens.
const LOWEST = 10_000;
const COUNT = 20_000;

/** `count` different ports on 127.0.0.1 that are free at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = LOWEST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
