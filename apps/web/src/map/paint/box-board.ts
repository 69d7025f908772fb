import { type Box, overlaps } from '@gcscope/picture';

/** CSS px: few marks with their numbers are larger; a name is in few cells. */
const CELL = 32;
/** Factor of a cell's row in its key: more than a view has columns of cells. */
const COLUMNS = 4096;

interface Entry<T> {
  readonly box: Box;
  readonly group: number;
  readonly item: T;
}

/** Marks or names that have their places: finds those in the way without looking at all. */
export class BoxBoard<T> {
  readonly #cells = new Map<number, Set<Entry<T>>>();
  readonly #entries = new Map<T, Entry<T>>();
  readonly #groups = new Map<number, T[]>();

  /** All items on the board. */
  get items(): readonly T[] {
    return [...this.#entries.keys()];
  }

  /** An item of the group, if it has any. */
  oneOf(group: number): T | undefined {
    return this.#groups.get(group)?.[0];
  }

  add(item: T, group: number, box: Box): void {
    const entry = { box, group, item };
    this.#entries.set(item, entry);
    const own = this.#groups.get(group);
    if (own) own.push(item);
    else this.#groups.set(group, [item]);
    for (const cell of cellsOf(box)) {
      const there = this.#cells.get(cell);
      if (there) there.add(entry);
      else this.#cells.set(cell, new Set([entry]));
    }
  }

  remove(item: T): void {
    const entry = this.#entries.get(item);
    if (!entry) return;
    this.#entries.delete(item);
    const own = this.#groups.get(entry.group) ?? [];
    own.splice(own.indexOf(item), 1);
    for (const cell of cellsOf(entry.box)) this.#cells.get(cell)?.delete(entry);
  }

  /** An item of the group under the box. */
  ownUnder(box: Box, group: number): T | undefined {
    return this.#find(box, (entry) => entry.group === group)?.item;
  }

  /** The box of an item of another group under the box. */
  foreignUnder(box: Box, group: number): Box | undefined {
    return this.#find(box, (entry) => entry.group !== group)?.box;
  }

  /** Any item under the box. */
  under(box: Box): T | undefined {
    return this.#find(box, () => true)?.item;
  }

  #find(box: Box, isWanted: (entry: Entry<T>) => boolean): Entry<T> | undefined {
    for (const cell of cellsOf(box)) {
      for (const entry of this.#cells.get(cell) ?? []) {
        if (isWanted(entry) && overlaps(entry.box, box)) return entry;
      }
    }
    return undefined;
  }
}

function cellsOf({ x, y, width, height }: Box): number[] {
  const cells: number[] = [];
  for (let row = Math.floor(y / CELL); row <= Math.floor((y + height) / CELL); row++) {
    for (let at = Math.floor(x / CELL); at <= Math.floor((x + width) / CELL); at++) {
      cells.push(row * COLUMNS + at);
    }
  }
  return cells;
}
