import type { JudgedDelta, JudgedRecords } from '@gcscope/gc-core';
import type { Uid } from '@gcscope/gc-core/wire';
import { TURN } from '../base/in-turns.ts';

/** Nodes that are judged in one go, if there is time. */
const SLICE = 4000;
/** Nodes that are judged without a look at the clock: some take as long as a hundred others. */
const PORTION = 20;
/** Nodes that a request waits for. */
const MOST_AT_ONCE = 10_000;

/**
 * Judges what changed, slice by slice. In half a million objects that come at once, first all that is concerned is collected and
 * then each of them is judged once.
 */
export class Judging {
  readonly #records: JudgedRecords;
  readonly #slice: number;
  readonly #waiting: Iterator<Uid | undefined>[] = [];
  #waits = 0;

  constructor(records: JudgedRecords, slice: number = SLICE) {
    this.#records = records;
    this.#slice = slice;
  }

  /** Adds uids to judge anew, with what depends on them; `undefined` stands for a node that needs nothing. */
  add(uids: Iterable<Uid | undefined>, count: number): void {
    if (count === 0) return;
    this.#waiting.push(uids[Symbol.iterator]());
    this.#waits += count;
  }

  /** Whether something is left to judge. */
  get isBehind(): boolean {
    return this.#waiting.length > 0 || this.#records.isBehind;
  }

  /** Whether it is more than a request would wait for. */
  get isFarBehind(): boolean {
    return this.#waits > MOST_AT_ONCE;
  }

  /** Judges a slice of what is due. */
  judgeSlice(): JudgedDelta {
    const touched: Uid[] = [];
    for (let looks = 0; looks < this.#slice; looks++) {
      const next = this.#waiting[0]?.next();
      if (!next) break;
      if (next.done) this.#waiting.shift();
      else if (next.value !== undefined) touched.push(next.value);
    }
    this.#records.touch(touched);
    // As long as something comes, what is judged may have to be judged again.
    const judged = this.#records.judge(within(this.#waiting.length > 0 ? 0 : this.#slice));
    if (!this.isBehind) this.#waits = 0;
    return judged;
  }
}

/** Answers whether one more node may be judged: up to `atMost` of them, for as long as other work can wait. */
function within(atMost: number): () => boolean {
  const end = performance.now() + TURN;
  let left = atMost;
  return () => {
    const isLate = left < atMost && left % PORTION === 0 && performance.now() > end;
    return left-- > 0 && !isLate;
  };
}
