import type { GraphChange } from './graph-change.ts';
import { REFERENCE, ROW } from './last-seen.ts';
import type { NodeTable } from './node-table.ts';
import type { SharedReferences } from './shared-references.ts';

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
  readonly #places = new Int32Array(2 * AHEAD);
  /** What was read has to be of use, or a compiler may leave the reading out. */
  #seen = 0;

  constructor(table: NodeTable, references: SharedReferences) {
    this.#table = table;
    this.#references = references;
  }

  /** Of at most `AHEAD` changes. */
  read(changes: readonly GraphChange[]): void {
    const count = this.#toSlots(changes);
    this.#toPositions(count);
    this.#toReferences(count);
    const places = this.#places;
    let seen = 0;
    for (let i = 0; i < count; i++) seen ^= this.#references.peek(places[i] ?? 0);
    this.#seen = seen;
  }

  #toSlots(changes: readonly GraphChange[]): number {
    const places = this.#places;
    const table = this.#table;
    let count = 0;
    for (const change of changes) {
      places[count++] = table.firstSlot(change.identity.uid);
      const owner = change.type === 'MODIFIED' ? undefined : change.meta?.ownerReferences?.[0];
      if (owner) places[count++] = table.firstSlot(owner.uid);
    }
    return count;
  }

  #toPositions(count: number): void {
    const places = this.#places;
    const table = this.#table;
    let seen = 0;
    for (let i = 0; i < count; i++) seen ^= table.positionAt(places[i] ?? 0);
    for (let i = 0; i < count; i++) places[i] = table.positionAt(places[i] ?? 0);
    this.#seen ^= seen;
  }

  #toReferences(count: number): void {
    const places = this.#places;
    const { rows } = this.#table;
    for (let i = 0; i < count; i++) {
      const at = (places[i] ?? 0) * ROW;
      places[i] = ((rows[at] ?? 0) & 0) | (rows[at + REFERENCE] ?? 0);
    }
  }
}
