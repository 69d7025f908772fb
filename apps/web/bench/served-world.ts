import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { ChurnRequest } from './world-server.ts';

/** A synthetic cluster behind the built page. */
export interface ServedWorld {
  readonly url: string;
  /** Makes so many objects come and go per second from now on. */
  churn(perSecond: number): void;
  stop(): void;
}

/** Serves so many objects from a process of its own, which shares no time with the one that measures. */
export async function serveWorld(objects: number): Promise<ServedWorld> {
  const child = fork(new URL('./world-server.ts', import.meta.url), [String(objects)], {
    execArgv: [...process.execArgv, '--max-old-space-size=8192'],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const [url] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The process of a world ended before it served.');
    }),
  ])) as [string];
  return {
    url,
    churn: (perSecond) => child.send({ perSecond } satisfies ChurnRequest),
    stop: () => void child.kill(),
  };
}
