import type { GraphChange } from './graph-change.ts';
import { REFERENCE, ROW } from './last-seen.ts';
import type { NodeTable } from './node-table.ts';
import type { SharedReferences } from './shared-references.ts';
import { UidBatch } from './uid-batch.ts';
import { hasWords, WORDS } from './uid-words.ts';

/** Changes looked at in one go: what they read has to stay in the nearest cache until it is needed. */
export const AHEAD = 64;

/**
 * Reads what changes are about to look at, and changes nothing. In a large graph nearly everything a change reads has to
 * come from memory, which takes as long as hundreds of instructions; the processor fetches dozens of places at once, if
 * it is told of them one right after the other instead of one per change.
 */
export class ReadAhead {
  readonly #table: NodeTable;
  readonly #references: SharedReferences;
  /** Of each change its own uid and that of its first owner. */
  readonly #uids = new UidBatch(2 * AHEAD);
  /** Of each change the likely position of its uid. */
  readonly #places = new Int32Array(AHEAD);
  /** What was read has to be of use, or a compiler may leave the reading out. */
  #seen = 0;

  constructor(table: NodeTable, references: SharedReferences) {
    this.#table = table;
    this.#references = references;
  }

  /** Of at most `AHEAD` changes. */
  read(changes: readonly GraphChange[]): void {
    this.#uids.clear();
    for (const { identity, meta } of changes) {
      this.#uids.add(identity.uid);
      this.#uids.add(meta?.ownerReferences?.[0]?.uid);
    }
    this.#uids.read();
    const { words } = this.#uids;
    const { slots, rows } = this.#table;
    const places = this.#places;
    const { length } = changes;
    let seen = 0;
    for (let i = 0; i < length; i++) seen ^= slots.peek(words, 2 * i * WORDS);
    for (let i = 0; i < length; i++) places[i] = slots.guess(words, 2 * i * WORDS);
    for (let i = 0; i < length; i++) seen ^= rows[Math.max(places[i] ?? 0, 0) * ROW] ?? 0;
    for (let i = 0; i < length; i++) {
      seen ^= this.#references.peek(rows[Math.max(places[i] ?? 0, 0) * ROW + REFERENCE] ?? 0);
    }
    this.#seen ^= seen;
  }

  /** Position of what the change with this index is about; -1 if that needs a search, or for no index. */
  position(index: number): number {
    if (index < 0 || !this.#uids.isUid(2 * index)) return -1;
    const position = this.#places[index] ?? -1;
    if (position < 0) return -1;
    const { rows } = this.#table;
    return hasWords(rows, position * ROW, this.words, 2 * index * WORDS) ? position : -1;
  }

  /** The words of all uids. */
  get words(): Int32Array {
    return this.#uids.words;
  }

  /** Where among the words those of the first owner of the change are; -1 if it has none of the usual form. */
  ownerAt(index: number): number {
    return this.#uids.isUid(2 * index + 1) ? (2 * index + 1) * WORDS : -1;
  }

  /** This change comes now, which was read with this index. */
  expect(index: number, { identity, meta }: GraphChange): void {
    this.#uids.expect(2 * index, identity.uid, meta?.ownerReferences?.[0]?.uid ?? '');
  }
}
