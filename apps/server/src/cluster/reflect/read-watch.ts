import type { Millis, Seconds } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import type { ApiClient } from '../answers/api-answer.ts';
import type { DecodedEvent } from '../answers/decoded.ts';
import { OBJECT_ACCEPT, watchDecoder } from '../answers/decoders.ts';
import type { Outcome } from './reflector-plan.ts';
import { WatchTimers } from './watch-timers.ts';

/**
 * The server is asked to end a watch after this long, or up to `SPREAD` later; it sends a bookmark shortly before. So every
 * watch, however quiet, shows within this time that it lives. A longer one says nothing for a minute.
 */
const SHORTEST: Seconds = 25;
const SPREAD: Seconds = 10;
/** A shorter watch without an event is an error. */
const SHORT: Millis = 1000;

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
  /** The watch works: it brought something, or stayed open. */
  readonly alive: () => void;
  /** The events of one chunk in order, bookmarks included; an outcome ends the watch. */
  readonly events: (events: readonly DecodedEvent[]) => Outcome | undefined;
}

/** Reads one watch from its opening to its end. An event that was cut off is dropped, never guessed. */
export async function readWatch(request: WatchRequest): Promise<Outcome> {
  const { client, clock, path, signal } = request;
  const timeoutSeconds = Math.round(SHORTEST + SPREAD * request.random());
  const version = encodeURIComponent(request.resourceVersion);
  const selected =
    request.labelSelector === undefined
      ? ''
      : `&labelSelector=${encodeURIComponent(request.labelSelector)}`;
  const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${timeoutSeconds}&resourceVersion=${version}${selected}`;
  const timers = new WatchTimers(clock, signal, timeoutSeconds * 1000);
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
    timers.afterOpening(SHORT, request.alive);
    const decoder = watchDecoder(answer.encoding);
    for await (const chunk of answer.chunks) {
      timers.received();
      const events = decoder.push(chunk);
      progress ||= events.some((event) => event.type !== 'BOOKMARK');
      const outcome = request.events(events);
      if (outcome) return outcome;
      if (events.length > 0) request.alive();
    }
  } catch {
    // A cut connection is treated like a closed one: all complete events were taken.
    if (timers.silent) return { type: 'silent' };
  } finally {
    timers.stop();
  }
  const lived = clock.now() - started;
  const onTime = lived >= timeoutSeconds * 1000 - SHORT;
  return { type: 'ended', progress: progress || lived >= SHORT, onTime };
}
