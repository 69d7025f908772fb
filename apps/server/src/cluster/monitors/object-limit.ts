import { getHeapStatistics } from 'node:v8';
import type { GraphChange } from '@gcscope/gc-core';
import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';
import { ConcurrencyLimiter } from '../../base/concurrency-limiter.ts';
import { childController } from '../reflect/child-controller.ts';

/** Memory for one object while lists are read, in bytes. */
const BYTES_PER_OBJECT = 1600;
/** The program itself takes about 32 MB of the heap, and V8 counts 48 MB for what is young, where no object stays. */
const BESIDE_OBJECTS = 80 * 2 ** 20;
/** Lists go on growing while the API server counts. */
const LONGEST_COUNT: Millis = 2_000;
const COUNTS_AT_ONCE = 8;

/** How many objects this process has room for. */
export function defaultObjectLimit(): number {
  const room = getHeapStatistics().heap_size_limit - BESIDE_OBJECTS;
  return Math.max(0, Math.floor(room / BYTES_PER_OBJECT));
}

/** A kind whose objects take room. */
export interface LimitedKind {
  /** Objects that are kept; none from the moment on at which they are left out. */
  readonly kept: number;
  /** Whether a list was complete; else more objects may come. */
  readonly isListed: boolean;
  /** How many objects the API server has; `undefined` when it does not say. */
  count(signal: AbortSignal): Promise<number | undefined>;
  /** Leaves the kind out, because more than `most` objects would be kept. */
  refuse(most: number): void;
}

export interface ObjectLimitDeps {
  readonly most: number;
  readonly clock: Clock;
  /** The kinds that are monitored now, always in the same order. */
  readonly kinds: () => readonly LimitedKind[];
  readonly signal: AbortSignal;
}

/** Leaves out the kinds with the most objects when there are more than are kept, and no more kinds than it takes. */
export class ObjectLimit {
  readonly #deps: ObjectLimitDeps;
  #objects = 0;
  #isCounting = false;

  constructor(deps: ObjectLimitDeps) {
    this.#deps = deps;
  }

  /** Takes in what was added and removed. */
  take(batch: readonly GraphChange[]): void {
    for (const { type } of batch) {
      if (type === 'ADDED') this.#objects++;
      else if (type === 'DELETED') this.#objects--;
    }
  }

  /** Leaves kinds out if there are too many objects. While lists are on their way, the API server is asked how long they are. */
  async keep(): Promise<void> {
    const { most, kinds } = this.#deps;
    // Kinds that are left out may still be leaving.
    if (this.#isCounting || this.#objects <= most || sum(kinds()) <= most) return;
    this.#isCounting = true;
    const counts = await this.#count(kinds().filter(({ isListed }) => !isListed));
    this.#isCounting = false;
    if (this.#deps.signal.aborted) return;
    const sizeOf = (kind: LimitedKind): number => Math.max(kind.kept, counts.get(kind) ?? 0);
    for (const kind of tooMany(kinds(), sizeOf, most)) kind.refuse(most);
  }

  async #count(kinds: readonly LimitedKind[]): Promise<ReadonlyMap<LimitedKind, number>> {
    const counts = new Map<LimitedKind, number>();
    if (kinds.length === 0) return counts;
    const limiter = new ConcurrencyLimiter(COUNTS_AT_ONCE);
    const asking = childController(this.#deps.signal);
    const cancel = this.#deps.clock.setTimeout(() => asking.abort(), LONGEST_COUNT);
    const count = async (kind: LimitedKind): Promise<void> => {
      const objects = asking.signal.aborted ? undefined : await kind.count(asking.signal);
      if (objects !== undefined) counts.set(kind, objects);
    };
    await Promise.all(kinds.map((kind) => limiter.run(() => count(kind))));
    cancel();
    asking.release();
    return counts;
  }
}

function sum(kinds: readonly LimitedKind[]): number {
  return kinds.reduce((all, { kept }) => all + kept, 0);
}

/** The fewest kinds without which the others fit: those with the most objects. Nothing when all fit. */
function tooMany(
  kinds: readonly LimitedKind[],
  sizeOf: (kind: LimitedKind) => number,
  most: number,
): readonly LimitedKind[] {
  const largestFirst = kinds.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  let left = largestFirst.reduce((all, kind) => all + sizeOf(kind), 0);
  const refused: LimitedKind[] = [];
  for (const kind of largestFirst) {
    if (left <= most) break;
    refused.push(kind);
    left -= sizeOf(kind);
  }
  return refused;
}
