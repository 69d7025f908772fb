import { hierarchy, type TreeLayout, tree } from 'd3-hierarchy';
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

/** What one place of the tidy tree holds: a card, a grid of leaves, or a further row of that grid. */
interface Item {
  /** Of a card; -1 otherwise. */
  readonly slot: number;
  readonly width: number;
  /** Members of the grid that begins here. */
  readonly grid?: readonly number[];
  /** Levels that a grid still covers below this one: they keep cousins from sliding under it. */
  readonly below: number;
}

/**
 * Arranges the tree below `root`: owners above the middle of their dependents, four or more leaf
 * siblings in a grid. Linear in the members. Whole px, so that equal arrangements compare equal.
 */
export function layoutTree(forest: Forest, root: number, places: Places, memory?: Memory): Piece {
  const tidy = arrange(
    hierarchy<Item>({ slot: root, width: CARD_WIDTH, below: 0 }, (item) =>
      itemsBelow(item, forest, places, memory),
    ),
  );
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  tidy.eachBefore(({ x, data }) => {
    left = Math.min(left, x - data.width / 2);
    right = Math.max(right, x + data.width / 2);
  });
  left = Math.floor(left);
  const members: number[] = [];
  let height = 0;
  const place = (slot: number, x: number, y: number): void => {
    members.push(slot);
    places.x[slot] = x;
    places.y[slot] = y;
    height = Math.max(height, y + CARD_HEIGHT / 2);
  };
  tidy.eachBefore(({ x, y, data }) => {
    const top = y + CARD_HEIGHT / 2;
    if (data.slot >= 0) {
      places.cells[data.slot] = -1;
      place(data.slot, Math.round(x) - left, top);
    }
    if (!data.grid) return;
    const first = Math.round(x - data.width / 2) - left + CARD_WIDTH / 2;
    for (const member of data.grid) {
      const columns = places.columns[forest.parents[member] ?? 0] ?? 1;
      const cell = places.cells[member] ?? 0;
      const row = Math.floor(cell / columns);
      place(member, first + (cell % columns) * CELL_WIDTH, top + row * CELL_HEIGHT);
    }
  });
  return { members, width: Math.ceil(right) - left, height, columns: 0 };
}

const arrange: TreeLayout<Item> = tree<Item>()
  .nodeSize([1, LEVEL])
  .separation((a, b) => (a.data.width + b.data.width) / 2 + GAP_X);

function itemsBelow(item: Item, forest: Forest, places: Places, memory?: Memory): Item[] {
  if (item.below > 0) return [{ slot: -1, width: item.width, below: item.below - 1 }];
  if (item.slot < 0) return [];
  const children = siblingsOf(forest, item.slot, memory);
  const leaves = children.filter((child) => !forest.children[child]);
  const inGrid = leaves.length >= GRID_FROM;
  places.columns[item.slot] = 0;
  const items: Item[] = [];
  for (const slot of children) {
    if (inGrid && !forest.children[slot]) continue;
    items.push({ slot, width: CARD_WIDTH, below: 0 });
  }
  if (inGrid) items.push(toGrid(item.slot, leaves, places, memory));
  return items;
}

function siblingsOf(forest: Forest, owner: number, memory: Memory | undefined): readonly number[] {
  const children = forest.children[owner] ?? [];
  if (!memory) return children;
  return [...children].sort((a, b) => memory.rankOf(a) - memory.rankOf(b));
}

function toGrid(
  owner: number,
  grid: readonly number[],
  places: Places,
  memory: Memory | undefined,
): Item {
  const columns = memory?.columnsOf(owner) ?? gridColumns(grid.length);
  places.columns[owner] = columns;
  const rows = Math.ceil(assignCells(grid, owner, places, memory) / columns);
  return {
    slot: -1,
    width: columns * CELL_WIDTH - GAP_X,
    grid,
    below: Math.ceil((rows * CELL_HEIGHT) / LEVEL) - 1,
  };
}

/** Gives each member its former cell, newcomers the first free ones; returns the cells in use. */
function assignCells(
  grid: readonly number[],
  owner: number,
  places: Places,
  memory: Memory | undefined,
): number {
  const taken = new Set<number>();
  const newcomers: number[] = [];
  let end = 0;
  const take = (slot: number, cell: number): void => {
    places.cells[slot] = cell;
    taken.add(cell);
    end = Math.max(end, cell + 1);
  };
  for (const slot of grid) {
    const cell = memory?.cellOf(slot, owner) ?? -1;
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
