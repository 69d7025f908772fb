import type { Forest } from './forest.ts';
import {
  CARD_HEIGHT,
  CARD_WIDTH,
  CELL_HEIGHT,
  CELL_WIDTH,
  GAP_X,
  GAP_Y,
  gridColumns,
  LEVEL,
} from './geometry.ts';
import { TidyTree } from './tidy-tree.ts';

/** Where cards stand and how they were arranged, index = slot. Written piece by piece. */
export interface Places {
  /** Card centres; relative to the piece's upper left corner until the piece is packed. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Cell of a card in its grid of leaves, or -1. */
  readonly cells: Int32Array;
  /** Columns of the grid of leaves below an owner, or 0. */
  readonly columns: Int32Array;
}

/** Cards that keep together: a tree, or a grid of objects without owner and dependents. */
export interface Piece {
  readonly members: readonly number[];
  readonly width: number;
  readonly height: number;
  /** Columns of a grid of singletons; 0 for a tree. */
  readonly columns: number;
}

/** What an arrangement remembers of the one before it. */
export interface Memory {
  /** Columns of the grid below an owner; `undefined` if it had none or should be made anew. */
  columnsOf(owner: number): number | undefined;
  /** Cell of a card in the grid of that owner; -1 for a newcomer. */
  cellOf(slot: number, owner: number): number;
  /** Siblings stand in this order, equals in reading order. */
  rankOf(slot: number): number;
}

/** Fewer leaf siblings than this stand side by side, from here on they form a grid. */
const GRID_FROM = 4;

/** Arranges trees, one after the other; what each leaves behind is used again by the next. */
export class TreeArranger {
  readonly #forest: Forest;
  readonly #places: Places;
  readonly #tidy = new TidyTree(GAP_X);
  /** What stands at an item of the tidy tree: a card, or -1 for a grid of leaves and the room below it. */
  readonly #cards: number[] = [];
  readonly #depths: number[] = [];
  /** The owner of the grid that begins at an item, or -1. */
  readonly #grids: number[] = [];
  /** The members of the grids, by owner. */
  readonly #leaves = new Map<number, readonly number[]>();
  /** How many cards the tree has. */
  #size = 0;

  constructor(forest: Forest, places: Places) {
    this.#forest = forest;
    this.#places = places;
  }

  /**
   * Arranges the tree below `root`: owners above the middle of their dependents, four or more leaf
   * siblings in a grid. Linear in the members. Whole px, so that equal arrangements compare equal.
   */
  arrange(root: number, memory?: Memory): Piece {
    const tidy = this.#tidy;
    const places = this.#places;
    this.#leaves.clear();
    this.#size = 1;
    tidy.start(CARD_WIDTH);
    this.#describe(0, root, 0, -1);
    this.#addBelow(0, 0, memory);
    tidy.arrange();
    let left = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    for (let item = 0; item < tidy.size; item++) {
      const middle = tidy.middle(item);
      const half = tidy.width(item) / 2;
      if (middle - half < left) left = middle - half;
      if (middle + half > right) right = middle + half;
    }
    left = Math.floor(left);
    const members: number[] = new Array(this.#size);
    let count = 0;
    let height = 0;
    for (let item = 0; item < tidy.size; item++) {
      const top = (this.#depths[item] as number) * LEVEL + CARD_HEIGHT / 2;
      const card = this.#cards[item] as number;
      if (card >= 0) {
        members[count++] = card;
        places.x[card] = Math.round(tidy.middle(item)) - left;
        places.y[card] = top;
        places.cells[card] = -1;
        height = Math.max(height, top + CARD_HEIGHT / 2);
      }
      const owner = this.#grids[item] as number;
      if (owner < 0) continue;
      const first = Math.round(tidy.middle(item) - tidy.width(item) / 2) - left + CARD_WIDTH / 2;
      const columns = places.columns[owner] ?? 1;
      const leaves = this.#leaves.get(owner) ?? [];
      for (let at = 0; at < leaves.length; at++) {
        const member = leaves[at] as number;
        const cell = places.cells[member] ?? 0;
        const y = top + Math.floor(cell / columns) * CELL_HEIGHT;
        members[count++] = member;
        places.x[member] = first + (cell % columns) * CELL_WIDTH;
        places.y[member] = y;
        height = Math.max(height, y + CARD_HEIGHT / 2);
      }
    }
    return { members, width: Math.ceil(right) - left, height, columns: 0 };
  }

  /** Adds what stands below a card: the dependents that have dependents, then the grid of the others. */
  #addBelow(item: number, depth: number, memory: Memory | undefined): void {
    const forest = this.#forest;
    const owner = this.#cards[item] as number;
    this.#places.columns[owner] = 0;
    const children = siblingsOf(forest, owner, memory);
    if (!children) return;
    this.#size += children.length;
    let leaves = 0;
    for (let at = 0; at < children.length; at++) {
      if (!forest.children[children[at] as number]) leaves++;
    }
    const inGrid = leaves >= GRID_FROM;
    for (let at = 0; at < children.length; at++) {
      const child = children[at] as number;
      if (inGrid && !forest.children[child]) continue;
      const below = this.#tidy.add(item, CARD_WIDTH);
      this.#describe(below, child, depth + 1, -1);
      this.#addBelow(below, depth + 1, memory);
    }
    if (!inGrid) return;
    const members = children.filter((child) => !forest.children[child]);
    this.#leaves.set(owner, members);
    this.#addGrid(item, members, depth + 1, memory);
  }

  /** A grid, and below it the further levels that it covers: they keep cousins from sliding under it. */
  #addGrid(
    item: number,
    members: readonly number[],
    depth: number,
    memory: Memory | undefined,
  ): void {
    const places = this.#places;
    const owner = this.#cards[item] as number;
    const columns = memory?.columnsOf(owner) ?? gridColumns(members.length);
    places.columns[owner] = columns;
    const rows = Math.ceil(assignCells(members, owner, places, memory) / columns);
    const levels = Math.ceil((rows * CELL_HEIGHT) / LEVEL);
    let above = item;
    for (let level = 0; level < levels; level++) {
      above = this.#tidy.add(above, columns * CELL_WIDTH - GAP_X);
      this.#describe(above, -1, depth + level, level === 0 ? owner : -1);
    }
  }

  #describe(item: number, card: number, depth: number, grid: number): void {
    this.#cards[item] = card;
    this.#depths[item] = depth;
    this.#grids[item] = grid;
  }
}

function siblingsOf(
  forest: Forest,
  owner: number,
  memory: Memory | undefined,
): readonly number[] | undefined {
  const children = forest.children[owner];
  if (!memory || !children) return children;
  return [...children].sort((a, b) => memory.rankOf(a) - memory.rankOf(b));
}

/** Gives each member its former cell, newcomers the first free ones; returns the cells in use. */
function assignCells(
  grid: readonly number[],
  owner: number,
  places: Places,
  memory: Memory | undefined,
): number {
  if (!memory) {
    for (let cell = 0; cell < grid.length; cell++) places.cells[grid[cell] as number] = cell;
    return grid.length;
  }
  const taken = new Set<number>();
  const newcomers: number[] = [];
  let end = 0;
  const take = (slot: number, cell: number): void => {
    places.cells[slot] = cell;
    taken.add(cell);
    end = Math.max(end, cell + 1);
  };
  for (const slot of grid) {
    const cell = memory.cellOf(slot, owner);
    if (cell >= 0 && !taken.has(cell)) take(slot, cell);
    else newcomers.push(slot);
  }
  let free = 0;
  for (const slot of newcomers) {
    while (taken.has(free)) free++;
    take(slot, free);
  }
  return end;
}

/** Arranges objects that have neither owner nor dependents in one grid, in the order given. */
export function layoutSingletons(slots: readonly number[], places: Places): Piece {
  const columns = gridColumns(slots.length);
  slots.forEach((slot, at) => {
    places.cells[slot] = -1;
    places.columns[slot] = 0;
    places.x[slot] = (at % columns) * CELL_WIDTH + CARD_WIDTH / 2;
    places.y[slot] = Math.floor(at / columns) * CELL_HEIGHT + CARD_HEIGHT / 2;
  });
  return {
    members: slots,
    width: Math.min(columns, slots.length) * CELL_WIDTH - GAP_X,
    height: Math.ceil(slots.length / columns) * CELL_HEIGHT - GAP_Y,
    columns,
  };
}
