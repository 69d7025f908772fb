import type { Millis, Seconds } from '@gcscope/gc-core/wire';
import type { Clock } from '../clock.ts';
import type { ApiClient } from './api-answer.ts';
import type { DecodedEvent } from './decoded.ts';
import { OBJECT_ACCEPT, watchDecoder } from './decoders.ts';
import type { Outcome } from './reflector-plan.ts';

/** The server is asked to end a watch after this long, or up to twice this long. */
const SHORTEST: Seconds = 300;
/** A server that does not end it by itself gets this much longer. */
const GRACE: Millis = 10_000;
/** Bookmarks come about every minute, so this much silence means a dead connection. */
const SILENCE: Millis = 90_000;
/** A shorter watch without an event is an error. */
const SHORT: Millis = 1000;

/** What a watch needs. */
export interface WatchRequest {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly path: string;
  readonly labelSelector?: string;
  readonly resourceVersion: string;
  readonly signal: AbortSignal;
  /** The server took the watch. */
  readonly opened: () => void;
  /** The events of one chunk in order, bookmarks included; an outcome ends the watch. */
  readonly events: (events: readonly DecodedEvent[]) => Outcome | undefined;
}

/** Reads one watch from its opening to its end. An event that was cut off is dropped, never guessed. */
export async function readWatch(request: WatchRequest): Promise<Outcome> {
  const { client, clock, path, signal } = request;
  const timeoutSeconds = Math.round(SHORTEST * (1 + request.random()));
  const version = encodeURIComponent(request.resourceVersion);
  const selected =
    request.labelSelector === undefined
      ? ''
      : `&labelSelector=${encodeURIComponent(request.labelSelector)}`;
  const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${timeoutSeconds}&resourceVersion=${version}${selected}`;
  const timers = new WatchTimers(clock, signal, timeoutSeconds * 1000 + GRACE);
  const started = clock.now();
  let progress = false;
  try {
    const answer = await client.getStream(`${path}?${query}`, {
      accept: OBJECT_ACCEPT,
      signal: timers.signal,
    });
    if (answer.type !== 'ok') {
      return timers.silent
        ? { type: 'silent' }
        : { type: 'failed', during: 'watch', failure: answer };
    }
    request.opened();
    const decoder = watchDecoder(answer.encoding);
    for await (const chunk of answer.chunks) {
      timers.received();
      const events = decoder.push(chunk);
      progress ||= events.some((event) => event.type !== 'BOOKMARK');
      const outcome = request.events(events);
      if (outcome) return outcome;
    }
  } catch {
    // A cut connection is as good as a closed one: what was complete was taken.
    if (timers.silent) return { type: 'silent' };
  } finally {
    timers.stop();
  }
  return { type: 'ended', progress: progress || clock.now() - started >= SHORT };
}

/** Ends a watch from this side: because the caller stops, at its deadline, or after silence. */
class WatchTimers {
  readonly #clock: Clock;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #abort = (): void => this.#controller.abort();
  readonly #cancelDeadline: () => void;
  #cancelWatchdog: () => void;
  #silent = false;

  constructor(clock: Clock, caller: AbortSignal, deadline: Millis) {
    this.#clock = clock;
    this.#caller = caller;
    this.#cancelDeadline = clock.setTimeout(this.#abort, deadline);
    this.#cancelWatchdog = this.#armWatchdog();
    if (caller.aborted) this.#abort();
    else caller.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get silent(): boolean {
    return this.#silent;
  }

  received(): void {
    this.#cancelWatchdog();
    this.#cancelWatchdog = this.#armWatchdog();
  }

  stop(): void {
    this.#cancelDeadline();
    this.#cancelWatchdog();
    this.#caller.removeEventListener('abort', this.#abort);
  }

  #armWatchdog(): () => void {
    return this.#clock.setTimeout(() => {
      this.#silent = true;
      this.#abort();
    }, SILENCE);
  }
}
