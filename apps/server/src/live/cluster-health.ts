import { formatTimestamp, groupResource } from '@gcscope/gc-core';
import {
  type ClusterHealth,
  compare,
  type KindHealth,
  type Timestamp,
} from '@gcscope/gc-core/wire';
import type { Clock } from '../base/clock.ts';
import type { Reach } from '../cluster/monitors/cluster-observer.ts';

/** The row that stands for all kinds of a group version whose discovery failed. */
const WHOLE_GROUP_VERSION = '*';

/** How reliable the graph is, kind by kind and as a whole. */
export class HealthBook {
  readonly #clock: Clock;
  readonly #objectsOf: (groupResource: string) => number;
  readonly #kinds = new Map<string, KindHealth>();
  readonly #everSynced = new Set<string>();
  #discovered = false;
  #isRead = false;
  #reach: Reach = true;
  #message: string | undefined;
  #state: ClusterHealth['state'] = 'syncing';
  #since: Timestamp;

  /** `objectsOf` counts the objects of a synced kind: its monitor speaks up only when the state moves. */
  constructor(clock: Clock, objectsOf: (groupResource: string) => number) {
    this.#clock = clock;
    this.#objectsOf = objectsOf;
    this.#since = formatTimestamp(clock.now());
  }

  /** Takes in a kind's new state; true if objects of the kind are verified now and were not before, or the other way round. */
  setKind(health: KindHealth): boolean {
    const key = rowKey(health);
    const before = this.#readIn(key);
    if (health.resource === WHOLE_GROUP_VERSION && health.state === 'synced') {
      this.#kinds.delete(key);
    } else {
      this.#kinds.set(key, health);
    }
    if (health.state === 'synced') this.#everSynced.add(key);
    return this.#readIn(key) !== before;
  }

  /** The kind is no longer served. */
  forget(key: string): void {
    this.#kinds.delete(key);
    this.#everSynced.delete(key);
  }

  setReachable(reach: Reach, message: string | undefined): void {
    this.#reach = reach;
    this.#message = reach === true ? undefined : message;
  }

  /** Discovery has answered: from now on the list of kinds is complete. */
  setDiscovered(): void {
    this.#discovered = true;
  }

  /** Whether every object of the resource is known now, in this namespace or everywhere. */
  isRead(key: string, namespace?: string): boolean {
    const kind = this.#kinds.get(key);
    if (kind?.state !== 'synced') return false;
    if (kind.namespaces === undefined) return true;
    return namespace !== undefined && kind.namespaces.includes(namespace);
  }

  /** The namespaces in which all objects are known, as one text; empty: everywhere. */
  #readIn(key: string): string | undefined {
    const kind = this.#kinds.get(key);
    return kind?.state === 'synced' ? (kind.namespaces?.join() ?? '') : undefined;
  }

  /** The last report on a kind. */
  of(key: string): KindHealth | undefined {
    return this.#kinds.get(key);
  }

  /** Every kind, as last reported. */
  get kinds(): readonly KindHealth[] {
    return [...this.#kinds.values()];
  }

  /** Whether the first list of the resource is over: what comes later are events. */
  wasRead(key: string): boolean {
    return this.#everSynced.has(key);
  }

  /** Whether the cluster is read as far as it can be. */
  get isLive(): boolean {
    return this.#state === 'live';
  }

  get current(): ClusterHealth {
    const kinds = [...this.#kinds].map(([key, kind]) => ({
      ...kind,
      objects: kind.state === 'synced' ? this.#objectsOf(key) : Math.max(0, kind.objects),
    }));
    kinds.sort((a, b) => compare(a.group, b.group) || compare(a.resource, b.resource));
    const health = { state: this.#state, since: this.#since, kinds };
    return this.#message === undefined ? health : { ...health, message: this.#message };
  }

  /** Whether a first list is still to come. */
  get isListing(): boolean {
    return !this.#discovered || [...this.#kinds.values()].some(({ state }) => state === 'listing');
  }

  /**
   * Draws the conclusion for the whole; called when everything that happens at one time has been reported. `isJudged`: what the
   * first lists brought has its verdicts. True if the state of the whole moved.
   */
  review(isJudged: boolean): boolean {
    const kinds = [...this.#kinds.values()];
    this.#isRead ||= isJudged && !this.isListing;
    const state = this.#conclude(kinds);
    if (state === this.#state) return false;
    this.#state = state;
    this.#since = formatTimestamp(this.#clock.now());
    return true;
  }

  #conclude(kinds: readonly KindHealth[]): ClusterHealth['state'] {
    if (this.#reach === 'untrusted') return 'untrusted';
    if (!this.#reach) return 'stale';
    if (!this.#isRead) return 'syncing';
    const failing = kinds.filter(({ state }) => state === 'stale' || state === 'backoff');
    const isMostly = failing.length * 2 > kinds.length;
    this.#message = isMostly ? describeFailing(failing, kinds.length) : undefined;
    return isMostly ? 'stale' : 'live';
  }
}

function describeFailing(failing: readonly KindHealth[], all: number): string {
  const [first] = failing;
  const example = first?.message === undefined ? '' : `; ${first.kind}: ${first.message}`;
  return `${failing.length} of ${all} kinds cannot be read at the moment${example}`;
}

/** The kind whose health a row is about, or the group version. */
export function rowKey(health: KindHealth): string {
  return health.resource === WHOLE_GROUP_VERSION
    ? `${health.group}/${health.version}/${WHOLE_GROUP_VERSION}`
    : groupResource(health);
}
