import type { JudgedRecords } from '@gcscope/gc-core';
import type { GraphDelta, NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { TURN } from '../base/in-turns.ts';

/** What was judged in one go, with the former records of what changed. */
export interface Judged {
  readonly delta: GraphDelta;
  readonly before: ReadonlyMap<Uid, NodeRecord>;
}

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
  judgeSlice(): Judged {
    const touched: Uid[] = [];
    for (let looks = 0; looks < this.#slice && this.#waiting.length > 0; looks++) {
      const uid = this.#next();
      if (uid !== undefined) touched.push(uid);
    }
    this.#records.touch(touched);
    // As long as something comes, what is judged may have to be judged again.
    const judged = this.#judge(this.#waiting.length > 0 ? 0 : this.#slice);
    if (!this.isBehind) this.#waits = 0;
    return judged;
  }

  /** Judges nodes up to this number, for as long as other work can wait. */
  #judge(atMost: number): Judged {
    const [upserts, removes]: [NodeRecord[], Uid[]] = [[], []];
    const before = new Map<Uid, NodeRecord>();
    const began = performance.now();
    for (let left = atMost; left > 0 && this.#records.isBehind; left -= PORTION) {
      const judged = this.#records.judge(Math.min(PORTION, left));
      upserts.push(...judged.delta.upserts);
      removes.push(...judged.delta.removes);
      for (const [uid, record] of judged.before) before.set(uid, record);
      if (performance.now() - began > TURN) break;
    }
    return { delta: { upserts, removes }, before };
  }

  #next(): Uid | undefined {
    const [first] = this.#waiting;
    const next = first?.next();
    if (next?.done !== false) {
      this.#waiting.shift();
      return undefined;
    }
    return next.value;
  }
}
