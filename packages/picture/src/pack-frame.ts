import type { Forest } from './forest.ts';
import {
  CELL_HEIGHT,
  CELL_WIDTH,
  FRAME_LABEL,
  FRAME_PADDING,
  GAP_X,
  GAP_Y,
  type Size,
  TREE_GAP,
} from './geometry.ts';
import { type Packing, packStrip, tallestFirst } from './packing.ts';
import { hasReason } from './rows.ts';
import { formerRoom, type Survivors } from './survivors.ts';
import { layoutTree, type Piece, type Places } from './tree-layout.ts';

/** The contents of a namespace, before it is packed. */
export interface FramePieces {
  readonly namespace: string;
  readonly trees: readonly Piece[];
  /** The room of each tree, and the order to pack them in. */
  readonly rooms: readonly Size[];
  readonly order: readonly number[];
  /** Objects without owners and dependents, in one grid. A blocked one, or one with a wrong reference, is a tree of its own instead: its reason needs room. */
  readonly singletons: readonly number[];
  /** The width at which the frame gets about the wanted aspect. */
  readonly natural: number;
  /** The width of its widest tree: no frame may be narrower. */
  readonly least: number;
  /** The packings of its trees so far, and the widths they were packed into. */
  readonly known: { readonly within: number; readonly packing: Packing }[];
}

/** A namespace packed to a width. */
export interface PackedFrame extends Size {
  readonly trees: Packing;
  /** The room of the grid of singletons, below the trees. */
  readonly grid: { readonly y: number; readonly columns: number; readonly height: number };
}

/** Trees do not fill their shelves. */
const USUAL_FILL = 0.8;

/** Arranges the trees of a namespace; those of `survivors` keep at least the room they had. */
export function gatherPieces(
  forest: Forest,
  places: Places,
  namespace: string,
  roots: readonly number[],
  aspect: number,
  survivors?: Survivors,
): FramePieces {
  const singletons: number[] = [];
  const trees: Piece[] = [];
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at] as number;
    const isTree = forest.children[root] || hasReason(forest.rows.marks[root] as number);
    if (isTree) trees.push(layoutTree(root, forest, places));
    else singletons.push(root);
  }
  const rooms = trees.map((tree) => roomFor(places, tree, survivors));
  let widest = CELL_WIDTH - GAP_X;
  let area = singletons.length * CELL_WIDTH * CELL_HEIGHT * USUAL_FILL;
  for (const { width, height } of rooms) {
    widest = Math.max(widest, width);
    area += (width + TREE_GAP) * (height + TREE_GAP);
  }
  const least = Math.ceil(widest) + 2 * FRAME_PADDING;
  const natural = Math.max(least, Math.sqrt((area / USUAL_FILL) * aspect) + 2 * FRAME_PADDING);
  return {
    namespace,
    trees,
    rooms,
    order: tallestFirst(rooms),
    singletons,
    natural,
    least,
    known: [],
  };
}

/** Packs a namespace to a width: its trees, below them its singletons in rows of the whole width. */
export function packFrame(pieces: FramePieces, width: number): PackedFrame {
  const { rooms, singletons, least } = pieces;
  const inner = Math.max(width, least) - 2 * FRAME_PADDING;
  const trees = packTrees(pieces, Math.floor(inner));
  const most = Math.max(1, Math.floor((inner + GAP_X) / CELL_WIDTH));
  const columns = Math.min(most, singletons.length);
  const grid = {
    y: rooms.length > 0 ? trees.height + TREE_GAP : 0,
    columns,
    height: gridHeight(singletons.length, columns),
  };
  const height = columns > 0 ? grid.y + grid.height : trees.height;
  return {
    trees,
    grid,
    width: Math.max(trees.width, columns * CELL_WIDTH - GAP_X) + 2 * FRAME_PADDING,
    height: height + slackBelow(height) + FRAME_LABEL + FRAME_PADDING,
  };
}

/** Packs the trees. Any width between the one packed into and the one it took gives the same packing: the same trees fit side by side. */
function packTrees({ rooms, order, known }: FramePieces, within: number): Packing {
  const same = known.find((each) => within <= each.within && within >= each.packing.width);
  if (same) return same.packing;
  const packing = packStrip(rooms, order, within, TREE_GAP);
  known.push({ within, packing });
  return packing;
}

/** Room for a tree or two more. Small namespaces are left tight: moving one of them moves little. */
function slackBelow(height: number): number {
  if (height < 1000) return 0;
  return Math.round(Math.max(height < 2000 ? 0 : 280, height * 0.08));
}

/** The height to reserve for a grid of singletons: a larger one gets one more row, unless cells enough are free. */
function gridHeight(count: number, columns: number): number {
  if (count === 0) return 0;
  const free = (columns - (count % columns)) % columns;
  const roomy = count < 12 || (count < 48 && free * 2 >= columns);
  return (Math.ceil(count / columns) + (roomy ? 0 : 1)) * CELL_HEIGHT - GAP_Y;
}

/** The room to reserve for a piece: one more row if it has larger grids. */
function withSlack({ cells }: Places, { members, width, height, columns }: Piece): Size {
  if (columns > 0) return { width, height: gridHeight(members.length, columns) };
  const grown = members.length >= 12 && members.some((slot) => (cells[slot] ?? -1) >= 0);
  return { width, height: height + (grown ? CELL_HEIGHT : 0) };
}

/**
 * The room to reserve for a tree: as much as it had. One that outgrows its room gets some for a further card: the next rollout may begin
 * with more.
 */
export function roomFor(places: Places, piece: Piece, survivors: Survivors | undefined): Size {
  const { width, height } = withSlack(places, piece);
  const former = survivors && formerRoom(survivors, piece.members[0] ?? -1, { width, height });
  if (!former) return { width, height };
  return {
    width: width > former.width ? width + CELL_WIDTH : former.width,
    height: Math.max(height, former.height),
  };
}
