import { RequestError } from '../errors.ts';
import type { Api } from './api.ts';

/** Answers that take long to make, up to seconds in a cluster of half a million objects. */
const LONG =
  /^\/(graph\.\w|o\/[^?]*\.(svg|dot|json|mmd)(\?|$)|debug\/|api\/v1\/(audit|forecasts|forks|terminating|objects\/[^/]+\/forecast)(\?|$))/;
/** More would wait for minutes. */
const MOST_WAITING = 64;

/**
 * Long answers are made one after the other, and between two of them everybody else has a turn: probes, the stream, pages.
 * Whoever comes when too many wait is told to come back.
 */
export function addTurns(app: Api): void {
  const waiting: (() => void)[] = [];
  const next = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(next);
  };
  app.addHook('preHandler', async (request, reply) => {
    if (!LONG.test(request.url)) return;
    if (waiting.length >= MOST_WAITING) {
      reply.header('retry-after', '2');
      throw new RequestError(
        503,
        'busy',
        'gcscope is busy with long answers for others.',
        'Try again in a few seconds.',
      );
    }
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(next);
    });
    // Nobody waits for it any more.
    if (reply.raw.destroyed) reply.hijack();
  });
}
