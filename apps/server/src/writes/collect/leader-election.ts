import type { Millis } from '@gcscope/gc-core/wire';
import { type Clock, sleep } from '../../base/clock.ts';
import type { CallSender } from './call-sender.ts';
import type { LeaseAddress, LeaseSpec } from './collector-call.ts';
import type { CollectorLog } from './collector-log.ts';
import { type HeldLease, type LeaseAnswer, readLease, writeLease } from './leases.ts';

/** Another process takes the Lease when it was not renewed for this long. */
export const LEASE_DURATION: Millis = 15_000;
/** A holder that could not renew the Lease for this long stops acting, well before others may act. */
export const RENEW_DEADLINE: Millis = 10_000;
const RETRY_PERIOD: Millis = 2_000;

/** Problems that do not pass by themselves. */
const HINDRANCES = {
  forbidden: (lease: string) =>
    `gcscope may not use the Lease ${lease}, so it waits and collects nothing; grant get, create and update on leases there, or leave out --leader-elect.`,
  absent: (lease: string) =>
    `The server has no place for the Lease ${lease}, so gcscope waits and collects nothing; create its namespace, or leave out --leader-elect.`,
} as const;

export interface LeaderElectionOptions {
  readonly sender: CallSender;
  readonly address: LeaseAddress;
  /** A name that no other process has. */
  readonly identity: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** The time of day. */
  readonly today: () => Date;
  readonly log: CollectorLog;
  readonly signal: AbortSignal;
}

/** Holds a Lease so that of several processes one acts (as controller managers elect their leader). */
export class LeaderElection {
  readonly #options: LeaderElectionOptions;
  /** The Lease as it was last seen, and since when it has been like that. */
  #seen: { readonly lease: HeldLease; readonly at: Millis } | undefined;
  /** When the last request was sent that renewed the Lease, by both clocks: one of them may have stood still. */
  #renewed: { readonly at: Millis; readonly today: number } | undefined;
  /** The last hindrance in the log; each is logged once. */
  #logged: keyof typeof HINDRANCES | undefined;

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
  }

  /** Whether no other process can hold the Lease yet. */
  get isLeading(): boolean {
    const renewed = this.#renewed;
    if (!renewed) return false;
    const { clock, today } = this.#options;
    const age = Math.max(clock.now() - renewed.at, today().getTime() - renewed.today);
    return age < RENEW_DEADLINE;
  }

  /** Resolves when the Lease is held, or when the signal is aborted. */
  async acquire(): Promise<void> {
    const { signal, clock, log, address, random } = this.#options;
    log.say(0, 'attempting to acquire leader lease', {
      lease: `${address.namespace}/${address.name}`,
    });
    while (!signal.aborted) {
      await this.#tryToHold();
      if (this.isLeading) {
        log.say(0, 'successfully acquired lease', {
          lease: `${address.namespace}/${address.name}`,
        });
        return;
      }
      await sleep(clock, RETRY_PERIOD * (1 + random()), signal);
    }
  }

  /** Renews the Lease; resolves when it is lost, or when the signal is aborted. */
  async hold(): Promise<void> {
    const { signal, clock } = this.#options;
    while (!signal.aborted && this.isLeading) {
      await sleep(clock, RETRY_PERIOD, signal);
      if (!signal.aborted) await this.#tryToHold();
    }
  }

  /** Gives the Lease up at the end, so that others need not wait. All requests have ended by then. */
  async release(): Promise<void> {
    if (!this.isLeading) return;
    this.#renewed = undefined;
    const { sender, address, identity } = this.#options;
    const limit = AbortSignal.timeout(1000);
    let lease = this.#seen?.lease;
    while (lease?.spec.holderIdentity === identity) {
      const spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1 };
      const written = await writeLease(sender, address, spec, lease.resourceVersion, limit);
      if (written.type !== 'conflict') return;
      // A renewal that was given up may have been carried out all the same.
      const read = await readLease(sender, address, limit);
      lease = read.type === 'held' ? read.lease : undefined;
    }
  }

  async #tryToHold(): Promise<void> {
    const { clock, today, signal, sender, address, identity } = this.#options;
    const read = await this.#within((limit) => readLease(sender, address, limit));
    if (read.type === 'held') this.#note(read.lease);
    else if (read.type !== 'absent') return this.#warn(read);
    const lease = read.type === 'held' ? read.lease : undefined;
    const isOurs = lease?.spec.holderIdentity === identity;
    if (lease && !isOurs) {
      // Another process holds the Lease, whatever this one believed.
      this.#renewed = undefined;
      if (!this.#hasRunOut(lease)) return;
    }
    const began = { at: clock.now(), today: today().getTime() };
    const spec = this.#spec(lease, isOurs);
    const written = await this.#within((limit) =>
      writeLease(sender, address, spec, lease?.resourceVersion, limit),
    );
    if (written.type === 'held') {
      this.#note(written.lease);
      if (!signal.aborted) this.#renewed = began;
    } else this.#warn(written);
  }

  /** No single request may take up the time that is left to renew. */
  #within(ask: (limit: AbortSignal) => Promise<LeaseAnswer>): Promise<LeaseAnswer> {
    return ask(AbortSignal.any([this.#options.signal, AbortSignal.timeout(RETRY_PERIOD * 2)]));
  }

  #note(lease: HeldLease): void {
    if (this.#seen?.lease.resourceVersion === lease.resourceVersion) return;
    this.#seen = { lease, at: this.#options.clock.now() };
  }

  /** Whether it was not renewed since it was seen first, for as long as it is held. The clocks of others do not count. */
  #hasRunOut({ spec }: HeldLease): boolean {
    if (spec.holderIdentity === '') return true;
    const seen = this.#seen?.at ?? this.#options.clock.now();
    return this.#options.clock.now() - seen > spec.leaseDurationSeconds * 1000;
  }

  #spec(lease: HeldLease | undefined, isOurs: boolean): LeaseSpec {
    const now = this.#options.today().toISOString().replace('Z', '000Z');
    return {
      holderIdentity: this.#options.identity,
      leaseDurationSeconds: LEASE_DURATION / 1000,
      acquireTime: isOurs && lease ? lease.spec.acquireTime : now,
      renewTime: now,
      leaseTransitions: lease ? lease.spec.leaseTransitions + (isOurs ? 0 : 1) : 0,
    };
  }

  #warn(answer: Exclude<LeaseAnswer, { readonly type: 'held' }>): void {
    const { log, address } = this.#options;
    const lease = `${address.namespace}/${address.name}`;
    if (answer.type === 'conflict') return;
    const err = answer.message;
    if (answer.type === 'failed') log.error('error retrieving resource lock', { lease, err });
    else if (answer.type !== this.#logged) {
      this.#logged = answer.type;
      log.warn({ err }, HINDRANCES[answer.type](lease));
    }
  }
}
