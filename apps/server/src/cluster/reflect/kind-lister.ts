import type { GraphChange } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import type { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import { inTurns } from '../../base/in-turns.ts';
import type { ApiClient, ApiFailure } from '../answers/api-answer.ts';
import { childController } from './child-controller.ts';
import { type ListedObjects, type ListResult, readList } from './read-list.ts';
import { readWatchList, type WatchListTaker } from './read-watch-list.ts';
import type { KindCounts } from './reader-counts.ts';
import type { Outcome } from './reflector-plan.ts';
import type { ResourceStore } from './resource-store.ts';
import { UndecodableObjects } from './undecodable-objects.ts';

export interface KindListerDeps {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly limiter: ConcurrencyLimiter;
  /** The store that takes the listed objects. */
  readonly store: ResourceStore;
  readonly counts: KindCounts;
  /** API groups whose server knows no watch lists, for all kinds together; without it none are asked for. */
  readonly plainGroups?: Set<string>;
  /** Takes the changes of a list, batch by batch. */
  readonly emit: (batch: readonly GraphChange[]) => void;
  /** The list takes long. */
  readonly late: () => void;
  /** The list is complete, with these objects left out; it is applied next, unless that happened as it came. */
  readonly complete: (undecodable: UndecodableObjects, signal: AbortSignal) => Promise<void>;
}

/** A list that takes longer gives its place to a list of another kind, and goes on. */
const ROOM: Millis = 5_000;
/** The collector does not wait longer for its first lists either (MO-18). */
const LATE: Millis = 30_000;
/** Enough for 500,000 objects over 30 Mbit/s. */
const DEADLINE: Millis = 300_000;

const OVERDUE: ApiFailure = {
  type: 'unreadable',
  message: 'the list was not complete after five minutes',
};

/** Lists a kind into its store: the first time as the list comes, later as a whole. */
export class KindLister {
  readonly #deps: KindListerDeps;
  /** After any failure of a watch list, the next list is a plain one. */
  #hasFailed = false;

  constructor(deps: KindListerDeps) {
    this.#deps = deps;
  }

  /** `version`: `0` any, empty the newest, else not older than. */
  async list(listed: ListedObjects, version: string, caller: AbortSignal): Promise<Outcome> {
    const { clock, limiter, late } = this.#deps;
    const makeRoom = await limiter.take();
    const child = childController(caller);
    let isOverdue = false;
    const giveUp = (): void => {
      isOverdue = true;
      child.abort();
    };
    const cancels = [
      clock.setTimeout(makeRoom, ROOM),
      clock.setTimeout(late, LATE),
      clock.setTimeout(giveUp, DEADLINE),
    ];
    try {
      const outcome = await this.#list(listed, version, child.signal);
      return isOverdue ? { type: 'failed', during: 'list', failure: OVERDUE } : outcome;
    } finally {
      for (const cancel of cancels) cancel();
      child.release();
      makeRoom();
    }
  }

  async #list(listed: ListedObjects, version: string, signal: AbortSignal): Promise<Outcome> {
    const { clock, store, counts, emit, complete } = this.#deps;
    if (signal.aborted) return { type: 'doubted' };
    counts.begins(clock.now());
    const { result, undecodable, isTaken } = await this.#read(listed, version, signal);
    this.#hasFailed = result.type !== 'listed';
    if (result.type === 'failed') return { ...result, during: 'list' };
    if (result.type !== 'listed') return result;
    if (signal.aborted) return { type: 'doubted' };
    const { objects, resourceVersion } = result;
    await complete(undecodable, signal);
    if (signal.aborted) return { type: 'doubted' };
    if (isTaken) store.observe(resourceVersion);
    else {
      const batches = store.replace(objects, resourceVersion, version === '');
      if (!(await inTurns(emitted(batches, emit), signal))) return { type: 'doubted' };
    }
    return { type: 'listed', resourceVersion };
  }

  async #read(listed: ListedObjects, version: string, signal: AbortSignal): Promise<Read> {
    const { client, clock, store, plainGroups } = this.#deps;
    const { group } = store.resource;
    // A list at the newest version is asked for where the server's cache is in doubt, from which watch lists come.
    if (version !== '' && !this.#hasFailed && plainGroups?.has(group) === false) {
      const [take, undecodable] = [this.#taker(signal), new UndecodableObjects()];
      const resourceVersion = version === '0' ? '' : version;
      const request = { client, clock, listed, resourceVersion, undecodable, signal, take };
      const result = await readWatchList(request);
      if (result.type !== 'unserved') return { result, undecodable, isTaken: take !== undefined };
      plainGroups.add(group);
    }
    const [take, undecodable] = [this.#taker(signal), new UndecodableObjects()];
    const result = await readList(client, listed, version, undecodable, signal, take?.add);
    return { result, undecodable, isTaken: take !== undefined };
  }

  /** Takes a first list over as it comes; none for a later one. */
  #taker(signal: AbortSignal): WatchListTaker | undefined {
    const { store, emit } = this.#deps;
    if (!store.isNew) return undefined;
    return {
      add: (objects) => {
        if (!signal.aborted) emit(store.add(objects));
      },
      change: (type, meta) => {
        if (!signal.aborted) emit(store.apply(type, meta));
      },
    };
  }
}

interface Read {
  readonly result: ListResult;
  readonly undecodable: UndecodableObjects;
  /** The objects were taken over as they came. */
  readonly isTaken: boolean;
}

/** Emits one batch a step. */
function* emitted(
  batches: Iterable<readonly GraphChange[]>,
  emit: KindListerDeps['emit'],
): Generator<void> {
  for (const batch of batches) {
    emit(batch);
    yield;
  }
}
