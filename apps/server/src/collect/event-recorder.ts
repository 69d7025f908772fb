import type { WarningEvent } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../clock.ts';
import type { CallSender } from './call-sender.ts';
import { CollectorCall } from './collector-call.ts';
import type { CollectorLog } from './collector-log.ts';

/** Events that wait for the server at most; more are dropped, as they only tell people. */
const MOST_WAITING = 1000;
const TRIES = 12;
const BETWEEN_TRIES: Millis = 10_000;
/** The same Event about the same object is written once in this time. */
const FOLDED_WITHIN: Millis = 600_000;
const MOST_FOLDED = 4096;

/** What the recorder needs. */
export interface EventRecorderOptions {
  readonly sender: CallSender;
  readonly clock: Clock;
  readonly log: CollectorLog;
  readonly signal: AbortSignal;
  /** The time of day. */
  readonly today: () => Date;
}

/** Writes Events to the cluster, one after the other. Whether that works is nothing to the collector. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #waiting: WarningEvent[] = [];
  readonly #written = new Map<string, Millis>();
  #isWriting = false;
  #isForbidden = false;
  #names = 0;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  /** Writes the Event, unless the same one was written a short time ago. */
  record(event: WarningEvent): void {
    const { clock, log } = this.#options;
    const { involvedObject, message, reason } = event;
    const { apiVersion, kind, namespace, name } = involvedObject;
    const object = namespace === '' ? name : `${namespace}/${name}`;
    log.say(0, 'Event occurred', { object, kind, apiVersion, type: event.type, reason, message });
    const key = JSON.stringify([involvedObject.uid, message]);
    const last = this.#written.get(key);
    if (last !== undefined && clock.now() - last < FOLDED_WITHIN) return;
    if (this.#waiting.length >= MOST_WAITING) return;
    this.#written.delete(key);
    this.#written.set(key, clock.now());
    const [oldest] = this.#written.keys();
    if (this.#written.size > MOST_FOLDED && oldest !== undefined) this.#written.delete(oldest);
    this.#waiting.push(event);
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (let event = this.#waiting.shift(); event; event = this.#waiting.shift()) {
      if (this.#options.signal.aborted) break;
      await this.#write(event);
    }
    this.#isWriting = false;
  }

  async #write(event: WarningEvent): Promise<void> {
    const { sender, clock, signal, today, log } = this.#options;
    const now = today();
    const name = `${event.involvedObject.name}.${now.getTime().toString(16)}${(this.#names++).toString(16)}`;
    const at = `${now.toISOString().slice(0, 19)}Z`;
    const call = CollectorCall.createEvent(event, name, at);
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      const answer = await sender.send(call, signal);
      if (answer.type === 'answer') {
        if (answer.code === 403) this.#tellForbidden();
        else if (answer.code > 299) log.say(2, 'Server rejected event', { code: answer.code });
        return;
      }
      await sleep(clock, BETWEEN_TRIES, signal);
    }
  }

  #tellForbidden(): void {
    if (this.#isForbidden) return;
    this.#isForbidden = true;
    this.#options.log.warn(
      {},
      'gcscope may not create Events, so it reports no OwnerRefInvalidNamespace; to see them, grant create on events. It goes on collecting.',
    );
  }
}
