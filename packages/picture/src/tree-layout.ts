import { hierarchy, tree } from 'd3-hierarchy';
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
  REASON_ROOM,
  REASON_WIDTH,
} from './geometry.ts';
import { groupOpened } from './opened-siblings.ts';
import { hasReason } from './rows.ts';

/** Places of the cards and how they were arranged, index = slot. Written piece by piece. */
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

/** The memory of the arrangement before. */
export interface Memory {
  /** Columns of the grid below an owner with so many siblings; `undefined` if it had none or should be made anew. */
  columnsOf(owner: number, siblings: number): number | undefined;
  /** Cell of a card in the grid of that owner; -1 for a newcomer. */
  cellOf(slot: number, owner: number): number;
  /** Siblings stand in this order, equals in reading order. */
  rankOf(slot: number): number;
}

/** Fewer leaf siblings than this stand side by side, from here on they form a grid. */
const GRID_FROM = 4;
/** Up to so many members below the card of an open stack stand in one column, as wide as that card. */
const MOST_IN_COLUMN = 4;

/** An item of the tidy tree: a card, a grid of leaves, or a further level that a grid or a reason covers. */
interface Item {
  readonly width: number;
  /** The slot of the card; -1 for a level of a grid or of a reason. */
  readonly card: number;
  /** Room kept free below the card. */
  readonly room?: number;
  /** The slots of the grid that begins here; of an open stack, below its card. */
  readonly leaves?: readonly number[];
  readonly columns?: number;
  /** Absent where there are none: of most cards. */
  readonly children?: readonly Item[];
}

const arrange = tree<Item>()
  .nodeSize([1, LEVEL])
  .separation((a, b) => (a.data.width + b.data.width) / 2 + GAP_X);

/**
 * Arranges the tree below `root`: owners above the middle of their dependents, four or more leaf
 * siblings in a grid. Linear in the members. Whole px, so that equal arrangements compare equal.
 */
export function layoutTree(root: number, forest: Forest, places: Places, memory?: Memory): Piece {
  const items = arranged(new Items(forest, places, memory).below(root));
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < items.length; at++) {
    const { x, data } = items[at] as Arranged;
    left = Math.min(left, x - data.width / 2);
    right = Math.max(right, x + data.width / 2);
  }
  left = Math.floor(left);
  const members: number[] = [];
  let height = 0;
  const put = (slot: number, x: number, y: number, room = 0): void => {
    members.push(slot);
    places.x[slot] = x;
    places.y[slot] = y;
    height = Math.max(height, y + CARD_HEIGHT / 2 + room);
  };
  for (let at = 0; at < items.length; at++) {
    const { x, y, data } = items[at] as Arranged;
    const { card, width, room, leaves, columns = 1 } = data;
    const top = y + CARD_HEIGHT / 2;
    if (card >= 0) put(card, Math.round(x) - left, top, room);
    if (!leaves) continue;
    const first = Math.round(x - width / 2) - left + CARD_WIDTH / 2;
    for (let next = 0; next < leaves.length; next++) {
      const leaf = leaves[next] as number;
      const cell = places.cells[leaf] ?? 0;
      const row = Math.floor(cell / columns) + (card >= 0 ? 1 : 0);
      put(leaf, first + (cell % columns) * CELL_WIDTH, top + row * CELL_HEIGHT);
    }
  }
  return { members, width: Math.ceil(right) - left, height, columns: 0 };
}

/** An item with the middle of its upper side. */
interface Arranged {
  readonly x: number;
  readonly y: number;
  readonly data: Item;
}

/** The items of a tree, each before those below it. One below the other they need no arrangement: half of all trees. */
function arranged(top: Item): readonly Arranged[] {
  const items: Arranged[] = [];
  let data: Item | undefined = top;
  while (data && (data.children?.length ?? 0) < 2) {
    items.push({ x: 0, y: items.length * LEVEL, data });
    data = data.children?.[0];
  }
  if (!data) return items;
  items.length = 0;
  arrange(hierarchy(top)).eachBefore((item) => items.push(item));
  return items;
}

/** Makes the items of a tree. */
class Items {
  readonly #forest: Forest;
  readonly #places: Places;
  readonly #memory: Memory | undefined;

  constructor(forest: Forest, places: Places, memory: Memory | undefined) {
    this.#forest = forest;
    this.#places = places;
    this.#memory = memory;
  }

  /**
   * A card with what stands below it: the dependents that have dependents or say why, then the grid of the others. Below a leaf that says
   * why nothing else stands.
   */
  below(card: number): Item {
    const forest = this.#forest;
    this.#places.cells[card] = -1;
    this.#places.columns[card] = 0;
    const siblings = siblingsOf(forest, card, this.#memory);
    const width = this.#hasReason(card) ? REASON_WIDTH : CARD_WIDTH;
    if (!siblings) {
      if (!this.#hasReason(card)) return { width, card };
      return { width, card, room: REASON_ROOM, children: [{ width, card: -1 }] };
    }
    const { slots, opened } = groupOpened(forest, siblings);
    const leaves = slots.filter((slot) => !forest.children[slot]);
    const calm = leaves.filter((slot) => !this.#hasReason(slot) && !opened.has(slot));
    const inGrid = leaves.length >= GRID_FROM && calm.length > 0;
    const beside = inGrid
      ? slots.filter((slot) => forest.children[slot] || this.#hasReason(slot))
      : slots;
    const itemOf = (slot: number): Item => {
      const members = opened.get(slot);
      return members ? this.#opened(slot, members) : this.below(slot);
    };
    const children = beside.map(itemOf);
    if (inGrid) {
      children.push(this.#grid(card, calm, slots.length));
      // Open stacks that had a cell of the grid go beside it: the others keep their cells.
      children.push(...[...opened.keys()].filter((slot) => !beside.includes(slot)).map(itemOf));
    }
    return { width, card, children };
  }

  #hasReason(slot: number): boolean {
    return hasReason(this.#forest.rows.marks[slot] as number);
  }

  /** A grid of an owner's leaves. */
  #grid(owner: number, leaves: readonly number[], siblings: number): Item {
    const { columns, rows } = this.#cells(owner, owner, leaves, siblings, gridColumns);
    return { width: widthOf(columns), card: -1, leaves, columns, ...covering(rows, columns) };
  }

  /** The card of an open stack, and below it the objects that came out of it. */
  #opened(head: number, leaves: readonly number[]): Item {
    const owner = this.#forest.parents[head] as number;
    this.#places.cells[head] = -1;
    const { columns, rows } = this.#cells(head, owner, leaves, leaves.length, columnsBelow);
    return { width: widthOf(columns), card: head, leaves, columns, ...covering(rows + 1, columns) };
  }

  /** Gives leaves of an owner cells below a card: that of the owner, or of an open stack. */
  #cells(
    card: number,
    owner: number,
    leaves: readonly number[],
    siblings: number,
    ideal: (count: number) => number,
  ): { readonly columns: number; readonly rows: number } {
    const places = this.#places;
    const remembered = this.#memory?.columnsOf(card, siblings);
    const columns = remembered ?? ideal(leaves.length);
    places.columns[card] = columns;
    for (const leaf of leaves) places.columns[leaf] = 0;
    const memory = remembered === undefined ? undefined : this.#memory;
    return { columns, rows: Math.ceil(assignCells(leaves, owner, places, memory) / columns) };
  }
}

function columnsBelow(count: number): number {
  return count > MOST_IN_COLUMN ? gridColumns(count) : 1;
}

function widthOf(columns: number): number {
  return columns * CELL_WIDTH - GAP_X;
}

/** The further levels that so many rows of a grid cover, below its first one: they keep cousins from sliding under it. */
function covering(rows: number, columns: number): Pick<Item, 'children'> {
  const levels = Math.ceil((rows * CELL_HEIGHT) / LEVEL);
  let covered: Item | undefined;
  for (let level = 1; level < levels; level++) {
    covered = { width: widthOf(columns), card: -1, ...(covered && { children: [covered] }) };
  }
  return covered ? { children: [covered] } : {};
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
export function layoutSingletons(
  slots: readonly number[],
  places: Places,
  columns: number = gridColumns(slots.length),
): Piece {
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
