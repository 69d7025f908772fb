import { type ApiAnswer, type ApiRequest, groupResource } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';
import type { CallSender } from './call-sender.ts';
import { CollectorCall } from './collector-call.ts';
import type { CollectorLog } from './collector-log.ts';
import { failed, objectAnswer } from './object-answer.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface CollectorClientOptions {
  readonly sender: CallSender;
  readonly limit: TokenBucket;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: CollectorLog;
  /** No further request is sent. */
  readonly stopping: AbortSignal;
  /** Requests in flight are given up. */
  readonly abandoned: AbortSignal;
}

/** Waits before a repetition are up to this much longer (CF-06). */
const JITTER = 0.1;
const WRITES: ReadonlySet<string> = new Set(['delete', 'patch']);

/** Sends the requests of workers at the rate that is allowed (CF-05). */
export class CollectorClient {
  readonly #options: CollectorClientOptions;
  readonly #forbidden = new Set<string>();

  constructor(options: CollectorClientOptions) {
    this.#options = options;
  }

  /** The answer to a request; `undefined` when the process is stopping and it was not sent or is given up. */
  async send(request: ApiRequest): Promise<ApiAnswer | undefined> {
    const { sender, limit, stopping, abandoned } = this.#options;
    if (request.verb === 'update') return failed('gcscope collect never replaces a whole object');
    const call = CollectorCall.of(request);
    if (typeof call === 'string') return failed(call);
    await this.#waitFor('after' in request ? request.after : undefined);
    if (stopping.aborted) return undefined;
    const answer = await sender.send(call, abandoned, () => limit.take(stopping));
    if (answer.type === 'stopped') return undefined;
    if (answer.type !== 'answer') return failed(answer.message);
    if (answer.code === 403) this.#warnForbidden(request);
    return objectAnswer(request, answer);
  }

  async #waitFor(after: Millis | undefined): Promise<void> {
    if (after === undefined) return;
    const { clock, random, stopping } = this.#options;
    await sleep(clock, after * (1 + JITTER * random()), stopping);
  }

  /** A right that is missing is said once for each resource; the item is tried again, as it may be granted. */
  #warnForbidden({ verb, resource }: ApiRequest): void {
    const key = `${verb} ${groupResource(resource)}`;
    if (this.#forbidden.has(key)) return;
    this.#forbidden.add(key);
    const name =
      resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
    const effect = WRITES.has(verb)
      ? 'dependents of that kind stay'
      : 'it cannot tell whether they live';
    this.#options.log.warn(
      {},
      `gcscope may not ${verb} ${name}, so ${effect}; grant get, list, watch, patch and delete on them. It goes on and tries again.`,
    );
  }
}
