import type { JudgedRecords } from '@gcscope/gc-core';
import type { GraphDelta, NodeRecord, Uid } from '@gcscope/gc-core/wire';

/** What was judged in one go, with the former records of what changed. */
export interface Judged {
  readonly delta: GraphDelta;
  readonly before: ReadonlyMap<Uid, NodeRecord>;
}

/** Nodes that are judged in one go: others have their turn soon. */
const SLICE = 1000;
/** Collecting a node is so many times cheaper than judging it. */
const COLLECTED = 4;
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
    for (let looks = 0; looks < this.#slice * COLLECTED && this.#waiting.length > 0; looks++) {
      const uid = this.#next();
      if (uid !== undefined) touched.push(uid);
    }
    this.#records.touch(touched);
    // As long as something comes, what is judged may have to be judged again.
    const atMost = this.#waiting.length > 0 ? 0 : this.#slice;
    const judged = this.#records.judge(atMost);
    if (!this.isBehind) this.#waits = 0;
    return judged;
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
