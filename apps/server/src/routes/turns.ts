import type { FastifyReply } from 'fastify';
import { RequestError } from '../base/errors.ts';
import type { Api } from './api.ts';
import { FairQueue } from './fair-queue.ts';

/** Answers that take long to make, up to seconds in a cluster of half a million objects. */
const LONG =
  /^\/(graph\.\w|o\/[^?]*\.(svg|dot|json|mmd)(\?|$)|debug\/|api\/v1\/(audit|forecasts|forks|terminating|objects\/[^/]+\/forecast)(\?|$))/;
/** More would wait for minutes. */
const MOST_WAITING = 64;

/**
 * Long answers are made one after the other, and between two of them all others have a turn: probes, the stream, pages.
 * Who asks for many waits for them; who asks for one gets it after one of each other sender. A sender is a person who signed
 * in, else an address. When too many wait, the one who has most waiting is told to come back.
 */
export function addTurns(app: Api): void {
  const queue = new FairQueue(MOST_WAITING);
  const next = (): void => {
    queue.next()?.go();
    if (queue.size > 0) setImmediate(next);
  };
  app.addHook('preHandler', async (request, reply) => {
    if (!LONG.test(request.url)) return;
    await new Promise<void>((resolve, reject) => {
      queue.join(request.access?.who ?? request.ip, {
        go: resolve,
        refuse: () => reject(busy(reply)),
      });
      if (queue.size === 1) setImmediate(next);
    });
    // Its client has left.
    if (reply.raw.destroyed) reply.hijack();
  });
}

function busy(reply: FastifyReply): RequestError {
  reply.header('retry-after', '2');
  return new RequestError(
    503,
    'busy',
    'gcscope is busy with long answers.',
    'Try again in a few seconds.',
  );
}
