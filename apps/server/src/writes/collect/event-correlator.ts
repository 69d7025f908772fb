import type { WarningEvent } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { putLast } from '../../base/last-used.ts';

/** An Event as it is to be written: a new one, or one that is counted up. */
export interface CorrelatedEvent {
  readonly event: WarningEvent;
  readonly name: string;
  /** How often it was seen; above 1 it exists already, or did. */
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** It stands for many that differ in their message alone. */
  readonly isCombined: boolean;
}

/** From this many messages about one object on, those of the last ten minutes become one Event. */
const SIMILAR = 10;
const SIMILAR_WITHIN: Millis = 600_000;
const COMBINED = '(combined from similar events): ';
/** Events about one object at once; one more is allowed every five minutes. */
const BURST = 25;
const TOKEN_EVERY: Millis = 300_000;
/** The limit of each cache; the least recently used entry leaves it. */
const MOST = 4096;

interface Similar {
  readonly messages: Set<string>;
  lastAt: Millis;
}

interface Seen {
  readonly name: string;
  readonly firstAt: Date;
  count: number;
}

/**
 * Combines Events as a controller manager does: it counts the same Event up, joins many similar ones, and limits those
 * of one object.
 */
export class EventCorrelator {
  readonly #similar = new Map<string, Similar>();
  readonly #seen = new Map<string, Seen>();
  /** When the tokens of an object are all back. */
  readonly #fullAt = new Map<string, Millis>();
  #names = 0;

  /** The Event to write; undefined if the object has had too many. `now` measures time, `today` is the date to write. */
  correlate(event: WarningEvent, now: Millis, today: Date): CorrelatedEvent | undefined {
    const object = JSON.stringify(Object.values(event.involvedObject));
    const isCombined = this.#isOneOfMany(object, event.message, now);
    const message = isCombined ? `${COMBINED}${event.message}` : event.message;
    const key = isCombined ? object : `${object}${event.message}`;
    const known = this.#seen.get(key);
    const seen = known ?? { name: this.#nameFor(event, today), firstAt: today, count: 0 };
    seen.count++;
    putLast(this.#seen, key, seen, MOST);
    if (!this.#takeToken(object, now)) return undefined;
    const { name, firstAt, count } = seen;
    return { event: { ...event, message }, name, count, firstAt, lastAt: today, isCombined };
  }

  #isOneOfMany(object: string, message: string, now: Millis): boolean {
    const known = this.#similar.get(object);
    const isRecent = known !== undefined && now - known.lastAt <= SIMILAR_WITHIN;
    const similar = isRecent ? known : { messages: new Set<string>(), lastAt: now };
    similar.lastAt = now;
    putLast(this.#similar, object, similar, MOST);
    similar.messages.add(message);
    if (similar.messages.size < SIMILAR) return false;
    const [oldest = message] = similar.messages;
    similar.messages.delete(oldest);
    return true;
  }

  #takeToken(object: string, now: Millis): boolean {
    const fullAt = Math.max(this.#fullAt.get(object) ?? now, now) + TOKEN_EVERY;
    if (fullAt - now > BURST * TOKEN_EVERY) return false;
    putLast(this.#fullAt, object, fullAt, MOST);
    return true;
  }

  /** A name from the object and the time; numbered, because a millisecond may have several. */
  #nameFor({ involvedObject }: WarningEvent, today: Date): string {
    const nanoseconds = BigInt(today.getTime()) * 1_000_000n + BigInt(this.#names++ % 1_000_000);
    return `${involvedObject.name}.${nanoseconds.toString(16)}`;
  }
}
