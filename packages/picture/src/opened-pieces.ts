import type { Corner, Draft } from './draft.ts';
import {
  ASPECT,
  CARD_HEIGHT,
  CARD_WIDTH,
  CELL_HEIGHT,
  CELL_WIDTH,
  GAP_X,
  GAP_Y,
  gridColumns,
  TREE_GAP,
} from './geometry.ts';
import { type Block, boxAround, isSingle } from './opened-blocks.ts';
import { packStrip, tallestFirst } from './packing.ts';
import type { Slot } from './positions.ts';
import { membersOf } from './stable-frame.ts';
import type { Survivors } from './survivors.ts';
import { layoutSingletons, layoutTree, type Memory, type Piece } from './tree-layout.ts';

/** A piece and its corner, from that of the room that it stands in. */
export interface Placed extends Corner {
  readonly piece: Piece;
}

/**
 * The content of a room of a namespace once stacks in it are open: the former tree or grid at its place, and below it
 * the new parts.
 */
export function arrangeOpened(
  { rooms, home, roots }: Block,
  draft: Draft,
  survivors: Survivors,
  memory: Memory,
): readonly Placed[] {
  const singles = roots.filter((root) => isSingle(draft, root));
  const grid = singles.length > 0 && [...rooms.keys()].find(({ columns }) => columns > 0);
  const tree = grid ? undefined : largest(roots, draft, survivors);
  const kept: Placed[] = [];
  if (grid) {
    const piece = growGrid(singles, grid, draft, survivors);
    kept.push({ x: grid.x - home.x, y: grid.y - home.y, piece });
  }
  if (tree !== undefined) {
    const piece = layoutTree(tree, draft.forest, draft, memory);
    const { x, y } = boxAround([tree], draft, survivors) ?? home;
    kept.push({ x: Math.max(0, x - home.x), y: Math.max(0, y - home.y), piece });
  }
  const alone = grid ? [] : singles.filter((root) => root !== tree);
  const rest = [
    ...(alone.length > 0 ? [layoutSingletons(alone, draft)] : []),
    ...roots
      .filter((root) => root !== tree && !isSingle(draft, root))
      .map((root) => layoutTree(root, draft.forest, draft, memory)),
  ];
  if (rest.length === 0) return kept;
  const area = rest.reduce(
    (sum, { width, height }) => sum + (width + TREE_GAP) * (height + TREE_GAP),
    0,
  );
  const within = Math.max(home.width, Math.sqrt(area * ASPECT), ...rest.map(({ width }) => width));
  const { x, y } = packStrip(rest, tallestFirst(rest), Math.ceil(within), TREE_GAP);
  const [first] = kept;
  const top = first ? first.y + first.piece.height + TREE_GAP : 0;
  return [...kept, ...rest.map((piece, at) => ({ x: x[at] ?? 0, y: top + (y[at] ?? 0), piece }))];
}

/** The tree that stood there; the largest one if trees stand among each other. */
function largest(
  roots: readonly number[],
  draft: Draft,
  { before }: Survivors,
): number | undefined {
  const stood = roots.filter((root) => (before[root] ?? -1) >= 0);
  if (stood.length < 2) return stood[0];
  const sizes = stood.map((root) => membersOf(draft, root).length);
  return stood[sizes.indexOf(Math.max(...sizes))];
}

/**
 * The grid with newcomers behind what is read before them; the others go on by as many cells as that takes. A grid that would get out of
 * shape gets more columns: then the cards only keep their order.
 */
function growGrid(
  roots: readonly number[],
  grid: Slot,
  draft: Draft,
  { previous, before }: Survivors,
): Piece {
  const { x, y, columns } = grid;
  const cellOf = (root: number): number => {
    const old = before[root] ?? -1;
    if (old < 0 || previous.reserved[previous.trees[old] as number] !== grid) return -1;
    const column = Math.floor(((previous.x[old] as number) - x) / CELL_WIDTH);
    return Math.floor(((previous.y[old] as number) - y) / CELL_HEIGHT) * columns + column;
  };
  /** Newcomers have the cell of the card before them in reading order. */
  let last = 0;
  const cells = roots.map((root) => {
    const own = cellOf(root);
    last = own < 0 ? last : own;
    return { root, own, wish: last };
  });
  // The sort keeps the order of equals.
  cells.sort((a, b) => a.wish - b.wish || (a.own < 0 ? 1 : 0) - (b.own < 0 ? 1 : 0));
  const ideal = gridColumns(roots.length);
  if (ideal > columns * 2) {
    const order = cells.map(({ root }) => root);
    return layoutSingletons(order, draft, ideal);
  }
  let next = 0;
  for (const { root, own } of cells) {
    const cell = Math.max(next, own);
    draft.cells[root] = -1;
    draft.columns[root] = 0;
    draft.x[root] = (cell % columns) * CELL_WIDTH + CARD_WIDTH / 2;
    draft.y[root] = Math.floor(cell / columns) * CELL_HEIGHT + CARD_HEIGHT / 2;
    next = cell + 1;
  }
  return {
    members: roots,
    width: Math.min(columns, next) * CELL_WIDTH - GAP_X,
    height: Math.ceil(next / columns) * CELL_HEIGHT - GAP_Y,
    columns,
  };
}
