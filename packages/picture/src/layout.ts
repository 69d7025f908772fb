import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { buildForest, type Forest } from './forest.ts';
import {
  type Box,
  CELL_HEIGHT,
  FRAME_GAP,
  FRAME_LABEL,
  FRAME_PADDING,
  TREE_GAP,
} from './geometry.ts';
import { packOnShelves } from './packing.ts';
import { layoutSingletons, layoutTree, type Piece, type Places } from './tree-layout.ts';

/** The area of one namespace with its label and how many objects stand in it. */
export interface Frame extends Box {
  /** The namespace, or `cluster-scoped`. */
  readonly label: string;
  /** The namespace; empty for the frame of cluster-scoped objects. */
  readonly namespace: string;
  readonly count: number;
}

/** The room reserved for a tree or a grid of singletons, in world px. */
export interface Slot extends Box {
  /** Index into `Layout.namespaces`. */
  readonly frame: number;
  /** Columns of a grid of singletons; 0 for a tree. */
  readonly columns: number;
}

/** Positions of nodes in world px; the centre of a card is (x, y). Typed arrays, index = dense slot. */
export interface Layout {
  /** slot → uid */
  readonly uids: readonly Uid[];
  /** uid → slot */
  readonly slots: ReadonlyMap<Uid, number>;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Slot of the owner a node hangs under, or -1. */
  readonly parents: Int32Array;
  /** Cell in the grid of leaves below the owner, or -1; edges enter such a card from its left. */
  readonly cells: Int32Array;
  /** Columns of the grid of leaves below a node, or 0. */
  readonly columns: Int32Array;
  /** Frame of a node: index into `namespaces`. */
  readonly frames: Int32Array;
  /** Index into `reserved` of a node's tree or grid. */
  readonly trees: Int32Array;
  readonly reserved: readonly Slot[];
  /** One frame a namespace. */
  readonly namespaces: readonly Frame[];
  readonly bounds: Box;
}

/** A layout under construction: the same fields, still writable. */
export interface Draft extends Places {
  readonly forest: Forest;
  readonly frames: Int32Array;
  readonly trees: Int32Array;
  readonly reserved: Slot[];
  readonly namespaces: Frame[];
}

/** A namespace packed by itself, upper left corner at 0, 0. */
export interface PackedFrame {
  readonly namespace: string;
  readonly pieces: readonly { readonly piece: Piece; readonly box: Box }[];
  readonly width: number;
  readonly height: number;
}

/** An empty draft for the records of `forest`. */
export function startDraft(forest: Forest): Draft {
  const size = forest.records.length;
  return {
    forest,
    x: new Float32Array(size),
    y: new Float32Array(size),
    cells: new Int32Array(size).fill(-1),
    columns: new Int32Array(size),
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
  const singletons = roots.filter((root) => !forest.children[root]);
  const pieces: Piece[] = [];
  for (const root of roots) if (forest.children[root]) pieces.push(layoutTree(forest, root, draft));
  if (singletons.length > 0) pieces.push(layoutSingletons(singletons, draft));

  const sizes = pieces.map((piece) => withSlack(draft, piece));
  const packing = packOnShelves(sizes, TREE_GAP);
  return {
    namespace,
    pieces: pieces.map((piece, at) => ({
      piece,
      box: {
        x: FRAME_PADDING + (packing.x[at] ?? 0),
        y: FRAME_LABEL + (packing.y[at] ?? 0),
        width: sizes[at]?.width ?? 0,
        height: sizes[at]?.height ?? 0,
      },
    })),
    width: packing.width + 2 * FRAME_PADDING,
    height: packing.height + FRAME_LABEL + FRAME_PADDING,
  };
}

/** The room to reserve for a piece: one more row where a grid can grow. */
export function withSlack(draft: Places, piece: Piece): { width: number; height: number } {
  const grows = piece.columns > 0 || piece.members.some((slot) => (draft.cells[slot] ?? -1) >= 0);
  const slack = grows && piece.members.length >= 16 ? CELL_HEIGHT : 0;
  return { width: piece.width, height: piece.height + slack };
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
  for (const { piece, box } of packed.pieces) {
    count += piece.members.length;
    placePiece(draft, piece, { ...box, x: x + box.x, y: y + box.y, columns: piece.columns, frame });
  }
  const label = namespace === '' ? 'cluster-scoped' : namespace;
  draft.namespaces[frame] = { x, y, width, height, label, namespace, count };
}

/** Moves the members of a piece from its own corner into the reserved slot. */
export function placePiece(draft: Draft, piece: Piece, slot: Slot): void {
  const tree = draft.reserved.push(slot) - 1;
  for (const member of piece.members) {
    draft.x[member] = (draft.x[member] ?? 0) + slot.x;
    draft.y[member] = (draft.y[member] ?? 0) + slot.y;
    draft.frames[member] = slot.frame;
    draft.trees[member] = tree;
  }
}

/**
 * Positions of all records: owners above dependents, trees packed in their namespace, namespaces
 * packed in the world about 3 : 2. No two cards overlap. Pure and deterministic; linear but for
 * sorts. With `previous`, objects keep their place while they fit: what only lost members stays as
 * it is, newcomers take free cells, and a tree or namespace moves only when it outgrew its room.
 */
export function layout(records: Iterable<NodeRecord>, previous?: Layout): Layout {
  const draft = startDraft(buildForest(records));
  packWorld(draft);
  const { forest, x, y, cells, columns, frames, trees, reserved, namespaces } = draft;
  const { uids, slots, parents } = forest;
  const bounds = around(namespaces);
  return {
    uids,
    slots,
    x,
    y,
    parents,
    cells,
    columns,
    frames,
    trees,
    reserved,
    namespaces,
    bounds,
  };
}

function around(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
