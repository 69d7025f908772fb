import { formatTimestamp } from '@gcscope/gc-core';
import type {
  GoneObject,
  GraphDelta,
  HistoryEntry,
  Millis,
  NodeRecord,
  Timestamp,
  Uid,
} from '@gcscope/gc-core/wire';
import { tellChange, tellEnd } from './history-words.ts';

/** Objects remembered, living and gone; the least recently changed one is forgotten first. */
const MOST_OBJECTS = 10_000;
const MOST_ENTRIES = 50;

/** The recent past of objects as this process saw it, so that a link to a uid answers after the end too. */
export class History {
  readonly #start: Timestamp;
  readonly #entries = new Map<Uid, readonly HistoryEntry[]>();
  readonly #tombstones = new Map<Uid, GoneObject>();

  /** `now`: what was created earlier was not seen being created. */
  constructor(now: Millis) {
    this.#start = formatTimestamp(now);
  }

  /** Notes what a delta did; `before` holds the former records of what it changed. */
  record(delta: GraphDelta, before: ReadonlyMap<Uid, NodeRecord>, now: Millis): void {
    const at = formatTimestamp(now);
    for (const uid of delta.removes) {
      const last = before.get(uid);
      // A ghost that nobody refers to any more was never there.
      if (!last || last.virtual) continue;
      const text = tellEnd(last, (owner) => this.#isGone(owner, delta.removes));
      remember(this.#tombstones, uid, { record: last, at, text });
      this.#append(uid, [{ at, text }]);
    }
    for (const record of delta.upserts) {
      // A reference that names it does not bring it back.
      if (!record.virtual) this.#tombstones.delete(record.uid);
      const last = before.get(record.uid);
      const isOld = !last && (record.creationTimestamp ?? '') < this.#start;
      const texts = isOld ? [] : tellChange(last, record);
      if (texts.length === 0) continue;
      this.#append(
        record.uid,
        texts.map((text) => ({ at, text })),
      );
    }
  }

  /** The recent past of an object, oldest first. */
  of(uid: Uid): readonly HistoryEntry[] {
    return this.#entries.get(uid) ?? [];
  }

  /** The object if it is gone; one that is only referred to now is. */
  tombstone(uid: Uid): GoneObject | undefined {
    return this.#tombstones.get(uid);
  }

  #isGone(uid: Uid, removes: readonly Uid[]): boolean {
    return this.#tombstones.has(uid) || removes.includes(uid);
  }

  #append(uid: Uid, entries: readonly HistoryEntry[]): void {
    const all = [...this.of(uid), ...entries].slice(-MOST_ENTRIES);
    remember(this.#entries, uid, all);
  }
}

/** Puts the entry last and drops the first ones above `MOST_OBJECTS`: a Map keeps the order in which keys came. */
function remember<Value>(map: Map<Uid, Value>, uid: Uid, value: Value): void {
  map.delete(uid);
  map.set(uid, value);
  for (const oldest of map.keys()) {
    if (map.size <= MOST_OBJECTS) break;
    map.delete(oldest);
  }
}
