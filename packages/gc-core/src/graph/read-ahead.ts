import type { GraphChange } from './graph-change.ts';
import type { GraphNode } from './graph-node.ts';
import { REFERENCE, ROW } from './last-seen.ts';
import type { NodeTable } from './node-table.ts';
import type { SharedReferences } from './shared-references.ts';
import { UidBatch } from './uid-batch.ts';
import { WORDS } from './uid-words.ts';

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
  /** Per uid that is looked for: its slot, then its position. Those whose node is needed, too, come from the end. */
  readonly #places = new Int32Array(2 * AHEAD);
  readonly #nodes: (GraphNode | undefined)[] = new Array<undefined>(2 * AHEAD).fill(undefined);
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
    const end = this.#places.length;
    let updates = 0;
    let others = end;
    let at = 0;
    for (const { type } of changes) {
      const slot = this.#table.firstSlot(words, at);
      if (type === 'MODIFIED') {
        this.#places[updates++] = slot;
      } else {
        this.#places[--others] = slot;
        this.#places[--others] = this.#table.firstSlot(words, at + WORDS);
        this.#seen ^= this.#references.peek(this.#references.firstNumber(words, at + WORDS));
      }
      at += 2 * WORDS;
    }
    this.#toPositions(0, updates);
    this.#toPositions(others, end);
    this.#readRows(0, updates);
    this.#readRows(others, end);
    this.#readNodes(others, end);
  }

  /** The change with this index is next. */
  expect(index: number): void {
    this.#uids.expect(2 * index, 2 * index + 1);
  }

  #toPositions(from: number, to: number): void {
    const places = this.#places;
    let seen = 0;
    for (let i = from; i < to; i++) seen ^= this.#table.positionAt(places[i] ?? 0);
    for (let i = from; i < to; i++) places[i] = this.#table.positionAt(places[i] ?? 0);
    this.#seen ^= seen;
  }

  /** Rows, then the rows of what they refer to. */
  #readRows(from: number, to: number): void {
    const places = this.#places;
    const { rows } = this.#table;
    let seen = 0;
    for (let i = from; i < to; i++) seen ^= rows[(places[i] ?? 0) * ROW] ?? 0;
    for (let i = from; i < to; i++) {
      seen ^= this.#references.peek(rows[(places[i] ?? 0) * ROW + REFERENCE] ?? 0);
    }
    this.#seen ^= seen;
  }

  #readNodes(from: number, to: number): void {
    const nodes = this.#nodes;
    for (let i = from; i < to; i++) nodes[i] = this.#table.at(this.#places[i] ?? 0);
    let seen = 0;
    for (let i = from; i < to; i++) seen ^= nodes[i]?.position ?? 0;
    for (let i = from; i < to; i++) seen ^= nodes[i]?.dependents.size ?? 0;
    // They may leave the graph: none is to be held here.
    nodes.fill(undefined, from, to);
    this.#seen ^= seen;
  }
}
