import type { Forest } from './forest.ts';
import {
  type Box,
  CELL_HEIGHT,
  FRAME_GAP,
  FRAME_LABEL,
  FRAME_PADDING,
  TREE_GAP,
} from './geometry.ts';
import { packOnShelves } from './packing.ts';
import type { Frame, Slot } from './positions.ts';
import { layoutSingletons, layoutTree, type Piece, type Places } from './tree-layout.ts';

/** A layout under construction: the same fields, still writable. */
export interface Draft extends Places {
  readonly forest: Forest;
  readonly frames: Int32Array;
  readonly trees: Int32Array;
  readonly reserved: Slot[];
  readonly namespaces: Frame[];
}

/** A piece and the room it was given. */
interface PackedPiece extends Box {
  readonly piece: Piece;
}

/** A namespace packed by itself, upper left corner at 0, 0. */
export interface PackedFrame {
  readonly namespace: string;
  readonly pieces: readonly PackedPiece[];
  readonly width: number;
  readonly height: number;
}

/** An empty draft for the rows of `forest`. */
export function startDraft(forest: Forest): Draft {
  const size = forest.uids.length;
  return {
    x: new Float32Array(size),
    y: new Float32Array(size),
    cells: new Int32Array(size).fill(-1),
    columns: new Int32Array(size),
    forest,
    frames: new Int32Array(size),
    trees: new Int32Array(size).fill(-1),
    reserved: [],
    namespaces: [],
  };
}

/** Lays every namespace out anew and packs them on shelves. */
export function packWorld(draft: Draft): void {
  const packed = [...draft.forest.roots].map(([namespace, roots]) =>
    packFrame(draft, namespace, roots),
  );
  const world = packOnShelves(packed, FRAME_GAP);
  packed.forEach((frame, at) => {
    placeFrame(draft, frame, draft.namespaces.length, world.x[at] ?? 0, world.y[at] ?? 0);
  });
}

/** Arranges one namespace anew: its trees and one grid of its singletons, with room to grow. */
export function packFrame(draft: Draft, namespace: string, roots: readonly number[]): PackedFrame {
  const { forest } = draft;
  const singletons: number[] = [];
  const pieces: Piece[] = [];
  for (let at = 0; at < roots.length; at++) {
    const root = roots[at] as number;
    if (forest.children[root]) pieces.push(layoutTree(root, forest, draft));
    else singletons.push(root);
  }
  if (singletons.length > 0) pieces.push(layoutSingletons(singletons, draft));

  const sizes = pieces.map((piece) => withSlack(draft, piece));
  const packing = packOnShelves(sizes, TREE_GAP);
  return {
    namespace,
    pieces: pieces.map((piece, at) => ({
      piece,
      x: FRAME_PADDING + (packing.x[at] ?? 0),
      y: FRAME_LABEL + (packing.y[at] ?? 0),
      width: sizes[at]?.width ?? 0,
      height: sizes[at]?.height ?? 0,
    })),
    width: packing.width + 2 * FRAME_PADDING,
    height: packing.height + slackBelow(packing.height) + FRAME_LABEL + FRAME_PADDING,
  };
}

/** Room for a tree or two more. Small namespaces are left tight: moving one of them moves little. */
function slackBelow(height: number): number {
  if (height < 1000) return 0;
  return Math.round(Math.max(height < 2000 ? 0 : 280, height * 0.08));
}

/** The room to reserve for a piece: one more row for larger grids, unless cells enough are free. */
export function withSlack(draft: Places, piece: Piece): { width: number; height: number } {
  const { members, width, height, columns } = piece;
  if (members.length < 12) return { width, height };
  const inGrid = columns > 0 || members.some((slot) => (draft.cells[slot] ?? -1) >= 0);
  const free = columns > 0 ? (columns - (members.length % columns)) % columns : 0;
  const roomy = members.length < 48 && free * 2 >= Math.max(1, columns);
  return { width, height: height + (inGrid && !roomy ? CELL_HEIGHT : 0) };
}

/** Puts a packed namespace into the world as frame number `frame`. */
export function placeFrame(
  draft: Draft,
  packed: PackedFrame,
  frame: number,
  x: number,
  y: number,
): void {
  const { namespace, width, height } = packed;
  let count = 0;
  for (const { piece, x: aside, y: below, width, height } of packed.pieces) {
    const { members, columns } = piece;
    count += members.length;
    placePiece(draft, piece, { x: x + aside, y: y + below, width, height, columns, frame });
  }
  draft.namespaces[frame] = { x, y, width, height, ...labelOf(namespace), count };
}

/** What a frame is called. */
export function labelOf(namespace: string): { label: string; namespace: string } {
  return { label: namespace === '' ? 'cluster-scoped' : namespace, namespace };
}

/** Moves the members of a piece from its own corner into the reserved slot. */
export function placePiece(draft: Draft, piece: Piece, slot: Slot): void {
  const { x, y, frames, trees } = draft;
  const { members } = piece;
  const tree = draft.reserved.push(slot) - 1;
  for (let at = 0; at < members.length; at++) {
    const member = members[at] as number;
    x[member] = (x[member] as number) + slot.x;
    y[member] = (y[member] as number) + slot.y;
    frames[member] = slot.frame;
    trees[member] = tree;
  }
}
