import type { OwnerReference } from '../meta/object-reference.ts';
import { finalizersIn, flagsIn, forget, type LastSeen, ROW, readRow, seenOf } from './last-seen.ts';
import { listOf, type ReferenceLists } from './shared-references.ts';
import type { SharedValues } from './shared-values.ts';

/**
 * What a graph keeps of its ordinary nodes as rows of numbers, by position; `undefined` of all others. After a graph has
 * moved its rows, nodes that left it before have the former ones still.
 */
export class NodeRows {
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

  ownersAt(position: number): readonly OwnerReference[] | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && listOf(this.#lists, row.reference, flagsIn(row.bits));
  }

  finalizersAt(position: number): readonly string[] | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && this.#values.finalizers(finalizersIn(row.bits));
  }

  /** `deletion`: what the node knows of it. */
  lastSeen(position: number, deletion?: LastSeen): LastSeen | undefined {
    const row = readRow(this.#rows, position * ROW);
    return row && seenOf(row, deletion);
  }

  /** The row says nothing about the node from now on. */
  forget(position: number): void {
    forget(this.#rows, position * ROW);
  }
}
