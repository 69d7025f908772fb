import { type ApiResource, groupResource } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { DecodedEvent } from '../answers/decoded.ts';
import type { Outcome, Plan } from './reflector-plan.ts';

/** Kinds that are counted one by one; a cluster may define any number, and each is a label of metrics. */
const MOST_KINDS = 1000;
/** Names of groups and resources as API servers accept them. */
const NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Why a kind is listed again instead of being watched. */
export type RelistReason = 'expired' | 'failed' | 'audit' | Exclude<Outcome['type'], 'failed'>;

/** Counts of reading one kind, since the process began. */
export class KindCounts {
  readonly group: string;
  readonly resource: string;
  /** These are the counts of all kinds that have none of their own. */
  readonly isShared: boolean;
  lists = 0;
  failedLists = 0;
  listMillis: Millis = 0;
  watches = 0;
  watchMillis: Millis = 0;
  readonly events: Map<DecodedEvent['type'], number> = new Map();
  readonly relists: Map<RelistReason, number> = new Map();
  /** Lists and watches given up because they could not be decoded. */
  undecodable = 0;
  /** Objects that are left out now because of unusable metadata. */
  leftOut = 0;
  /** How often the store was found to differ from the server. */
  diverged = 0;
  lastEvent: Millis | undefined;
  #began: Millis = 0;

  constructor({ group, resource }: Pick<ApiResource, 'group' | 'resource'>, isShared = false) {
    this.group = group;
    this.resource = resource;
    this.isShared = isShared;
  }

  /** A list or a watch is sent now. */
  begins(now: Millis): void {
    this.#began = now;
  }

  /** A list or watch is over, and this is how it goes on. */
  ended(what: Plan['next'], outcome: Outcome, then: Plan['next'], now: Millis): void {
    const took = Math.max(0, now - this.#began);
    if (outcome.type === 'undecodable') this.undecodable++;
    if (what === 'watch') {
      this.watches++;
      this.watchMillis += took;
      if (then === 'list') this.relisted(reasonOf(outcome));
    } else if (outcome.type === 'listed') {
      this.lists++;
      this.listMillis += took;
    } else if (outcome.type !== 'doubted') this.failedLists++;
  }

  relisted(reason: RelistReason): void {
    this.relists.set(reason, (this.relists.get(reason) ?? 0) + 1);
  }

  observed(type: DecodedEvent['type'], now: Millis): void {
    this.events.set(type, (this.events.get(type) ?? 0) + 1);
    this.lastEvent = now;
  }
}

/** Counts of reading a cluster, since the process began. */
export class ReaderCounts {
  /** Requests by the code of the answer; `<error>`: there was none. */
  readonly requests: Map<string, number> = new Map();
  readonly #kinds = new Map<string, KindCounts>();
  readonly #others = new KindCounts({ group: '', resource: 'other' }, true);

  answered(code: number | '<error>'): void {
    this.requests.set(String(code), (this.requests.get(String(code)) ?? 0) + 1);
  }

  /** The counts of a kind; kinds beyond the first thousand, and those with unusual names, share theirs. */
  of(kind: Pick<ApiResource, 'group' | 'resource'>): KindCounts {
    const key = groupResource(kind);
    const known = this.#kinds.get(key);
    if (known) return known;
    const isUsual = NAME.test(kind.resource) && (kind.group === '' || NAME.test(kind.group));
    if (!isUsual || this.#kinds.size >= MOST_KINDS) return this.#others;
    const counts = new KindCounts(kind);
    this.#kinds.set(key, counts);
    return counts;
  }

  /** The counts of all kinds; the last ones are those of the kinds that share theirs. */
  get kinds(): readonly KindCounts[] {
    return [...this.#kinds.values(), this.#others];
  }
}

function reasonOf(outcome: Outcome): RelistReason {
  if (outcome.type !== 'failed') return outcome.type;
  const { failure } = outcome;
  return failure.type === 'status' && failure.code === 410 ? 'expired' : 'failed';
}
