import type { Forest } from './forest.ts';
import { type Box, FRAME_LABEL, FRAME_PADDING } from './geometry.ts';
import { packMosaic } from './mosaic.ts';
import { type FramePieces, gatherPieces, type PackedFrame } from './pack-frame.ts';
import type { Frame, Layout, Slot } from './positions.ts';
import { flatness } from './smallest-frames.ts';
import type { Survivors } from './survivors.ts';
import { layoutSingletons, type Piece, type Places } from './tree-layout.ts';
import { urgentNamespaces } from './urgent-namespaces.ts';

/** A layout under construction: the same fields, still writable. */
export interface Draft extends Places {
  readonly forest: Forest;
  readonly frames: Int32Array;
  readonly trees: Int32Array;
  readonly reserved: Slot[];
  readonly namespaces: Frame[];
  /** Width to height that the world and its frames should have. */
  readonly aspect: number;
}

/** An empty draft for the rows of `forest`. */
export function startDraft(forest: Forest, aspect: number): Draft {
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
    aspect,
  };
}

/**
 * Arranges every namespace anew, and all of them as a mosaic that begins with the problems. Trees of `survivors` keep their room.
 * If the namespaces are those of `former`, they keep its order.
 */
export function packWorld(draft: Draft, survivors?: Survivors, former?: Layout): void {
  const { forest, aspect } = draft;
  const flat = aspect * flatness(forest.roots.size);
  const all = [...forest.roots].map(([namespace, roots]) =>
    gatherPieces(forest, draft, namespace, roots, flat, survivors),
  );
  const places = new Map(all.map(({ namespace }, index) => [namespace, index]));
  const urgent = urgentNamespaces(forest.rows).flatMap(({ name, rank, most }) => {
    const index = places.get(name);
    return index === undefined ? [] : [{ index, problems: most, rank }];
  });
  const order = former && formerOrder(former, places);
  for (const [index, { box, packed }] of packMosaic(all, aspect, urgent, order).entries()) {
    const pieces = all[index];
    if (pieces) placeFrame(draft, pieces, packed, index, box);
  }
}

/** The numbers of namespaces from above to below and from left to right; `undefined` if they are not the same as before. */
function formerOrder(
  { namespaces }: Pick<Layout, 'namespaces'>,
  places: ReadonlyMap<string, number>,
): readonly number[] | undefined {
  const order = [...namespaces]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .flatMap(({ namespace }) => places.get(namespace) ?? []);
  return order.length === places.size && namespaces.length === places.size ? order : undefined;
}

/** Puts a packed namespace into its box in the world as frame number `frame`. */
export function placeFrame(
  draft: Draft,
  { namespace, trees, rooms, singletons }: FramePieces,
  { trees: packing, grid }: PackedFrame,
  frame: number,
  box: Box,
): void {
  const left = box.x + FRAME_PADDING;
  const top = box.y + FRAME_LABEL;
  let count = singletons.length;
  trees.forEach((tree, at) => {
    const { width, height } = rooms[at] ?? tree;
    const x = left + (packing.x[at] ?? 0);
    const y = top + (packing.y[at] ?? 0);
    placePiece(draft, tree, { x, y, width, height, columns: 0, frame });
    count += tree.members.length;
  });
  if (singletons.length > 0) {
    const { y, columns, height } = grid;
    const piece = layoutSingletons(singletons, draft, columns);
    placePiece(draft, piece, { x: left, y: top + y, width: piece.width, height, columns, frame });
  }
  draft.namespaces[frame] = { ...box, ...labelOf(namespace), count };
}

export function labelOf(namespace: string): { label: string; namespace: string } {
  return { label: namespace === '' ? 'cluster-scoped' : namespace, namespace };
}

/** The upper left corner of a piece. */
export type Corner = Pick<Box, 'x' | 'y'>;

/** Moves the members of a piece from its own corner into the reserved slot, to its corner or to another place in it. */
export function placePiece(draft: Draft, piece: Piece, slot: Slot, corner: Corner = slot): void {
  const { x, y, frames, trees } = draft;
  const { members } = piece;
  const tree = draft.reserved.push(slot) - 1;
  for (let at = 0; at < members.length; at++) {
    const member = members[at] as number;
    x[member] = (x[member] as number) + corner.x;
    y[member] = (y[member] as number) + corner.y;
    frames[member] = slot.frame;
    trees[member] = tree;
  }
}
