import type { OwnerReference } from '../../meta/object-reference.ts';
import {
  finalizersIn,
  flagsIn,
  forget,
  hasLeft,
  type LastSeen,
  ROW,
  readRow,
  seenOf,
} from './last-seen.ts';
import { listOf, type ReferenceLists } from './shared-references.ts';
import type { SharedValues } from './shared-values.ts';

/**
 * A store's ordinary objects as rows of numbers, by position; `undefined` for all others. After a store has moved its
 * rows, objects that left it before still have the former ones.
 */
export class ObjectRows {
  #rows: Int32Array;
  readonly #lists: ReferenceLists;
  readonly #values: SharedValues;

  constructor(rows: Int32Array, values: SharedValues) {
    this.#rows = rows;
    this.#lists = values.references.lists;
    this.#values = values;
  }

  /** The rows stand elsewhere, each in its place. */
  moveTo(rows: Int32Array): void {
    this.#rows = rows;
  }

  /** Whether the object has left the store. */
  hasLeft(position: number): boolean {
    return hasLeft(this.#rows, position * ROW);
  }

  ownersAt(position: number): readonly OwnerReference[] | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && listOf(this.#lists, row.reference, flagsIn(row.bits));
  }

  finalizersAt(position: number): readonly string[] | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && this.#values.finalizers(finalizersIn(row.bits));
  }

  /** `deletion`: what the object knows of it. */
  lastSeen(position: number, deletion?: LastSeen): LastSeen | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && seenOf(row, deletion);
  }

  /** The row says nothing about the object from now on. */
  forget(position: number): void {
    forget(this.#rows, position * ROW);
  }
}
