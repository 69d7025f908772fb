import { gridColumns } from './geometry.ts';
import type { Survivors } from './survivors.ts';
import type { Memory } from './tree-layout.ts';

/** The previous arrangement of a tree: cells and the order of siblings. */
export class TreeMemory implements Memory {
  readonly #survivors: Survivors;

  constructor(survivors: Survivors) {
    this.#survivors = survivors;
  }

  columnsOf(owner: number, siblings: number): number | undefined {
    const { previous, before } = this.#survivors;
    const columns = previous.columns[before[owner] ?? -1] ?? 0;
    // A grid that grew or shrank out of shape is made anew.
    const ideal = gridColumns(siblings);
    return columns === 0 || ideal > columns * 2 || columns > ideal * 2 ? undefined : columns;
  }

  cellOf(slot: number, owner: number): number {
    const { previous, before } = this.#survivors;
    const old = before[slot] ?? -1;
    if (old < 0 || previous.parents[old] !== before[owner]) return -1;
    return previous.cells[old] ?? -1;
  }

  rankOf(slot: number): number {
    const { previous, before } = this.#survivors;
    return previous.x[before[slot] ?? -1] ?? Number.MAX_VALUE;
  }
}
