import type { WarningEvent } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';
import type { CallSender } from './call-sender.ts';
import { type CallAnswer, CollectorCall } from './collector-call.ts';
import type { CollectorLog } from './collector-log.ts';
import { type CorrelatedEvent, EventCorrelator } from './event-correlator.ts';

/** Events that wait for the server at most; more are dropped, as they only tell people. */
const MOST_WAITING = 1000;
const TRIES = 12;
const BETWEEN_TRIES: Millis = 10_000;

export interface EventRecorderOptions {
  readonly sender: CallSender;
  readonly clock: Clock;
  readonly log: CollectorLog;
  readonly signal: AbortSignal;
  /** The time of day. */
  readonly today: () => Date;
}

/** Writes Events to the cluster, one after the other. A failure does not concern the collector. */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #waiting: CorrelatedEvent[] = [];
  readonly #correlator = new EventCorrelator();
  #isWriting = false;
  #isForbidden = false;

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  /** Writes the Event, or counts up the one that it repeats. */
  record(event: WarningEvent): void {
    const { clock, today, log } = this.#options;
    const { involvedObject, message, reason } = event;
    const { apiVersion, kind, namespace, name } = involvedObject;
    const object = namespace === '' ? name : `${namespace}/${name}`;
    log.say(0, 'Event occurred', { object, kind, apiVersion, type: event.type, reason, message });
    const correlated = this.#correlator.correlate(event, clock.now(), today());
    if (!correlated || this.#waiting.length >= MOST_WAITING) return;
    this.#waiting.push(correlated);
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

  async #write(event: CorrelatedEvent): Promise<void> {
    const { log } = this.#options;
    const created = CollectorCall.createEvent(event);
    const counted = event.count > 1 ? await this.#send(CollectorCall.countEvent(event)) : undefined;
    // Servers forget Events after an hour.
    const answer = counted && counted.code !== 404 ? counted : await this.#send(created);
    if (answer?.code === 403) this.#warnForbidden();
    else if (answer && answer.code > 299) {
      log.say(2, 'Server rejected event', { code: answer.code });
    }
  }

  /** The answer; undefined when none came after many tries. */
  async #send(call: CollectorCall): Promise<CallAnswer | undefined> {
    const { sender, clock, signal } = this.#options;
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      const answer = await sender.send(call, signal);
      if (answer.type === 'answer') return answer;
      await sleep(clock, BETWEEN_TRIES, signal);
    }
    return undefined;
  }

  #warnForbidden(): void {
    if (this.#isForbidden) return;
    this.#isForbidden = true;
    this.#options.log.warn(
      {},
      'gcscope may not write Events, so it reports no OwnerRefInvalidNamespace. It goes on collecting. To get these Events, grant create and patch on events.',
    );
  }
}
