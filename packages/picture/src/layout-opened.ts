import { type Draft, labelOf, placePiece, startDraft } from './draft.ts';
import { buildForest } from './forest.ts';
import { ASPECT, type Box, FRAME_GAP, FRAME_PADDING, type Point, TREE_GAP } from './geometry.ts';
import { laidOut } from './laid-out.ts';
import { type Movable, makeRoom } from './make-room.ts';
import { apart, type Block, blocksOf, roomsOf } from './opened-blocks.ts';
import { arrangeOpened, type Placed } from './opened-pieces.ts';
import type { Frame, Layout, Slot } from './positions.ts';
import type { Rows } from './rows.ts';
import { isUnchanged, membersOf } from './stable-frame.ts';
import { findSurvivors, type Survivors } from './survivors.ts';
import { TreeMemory } from './tree-memory.ts';

/** A namespace while room is made in it. */
interface Opened {
  readonly before: Frame;
  readonly box: Movable;
  readonly blocks: readonly Block[];
  /** Places of the pieces in blocks that have changed. */
  readonly placed: ReadonlyMap<Block, readonly Placed[]>;
}

/**
 * The layout of rows of which some stacks are open, or have let an object go, from that of the same rows with all stacks closed. A tree
 * grows where it is; trees and namespaces beside and below it make room. So the layout depends on what is open, not on
 * what was opened before. Grids keep the cells of `former`, the layout before a change of the graph.
 */
export function layoutOpened(rows: Rows, closed: Layout, former: Layout = closed): Layout {
  const draft = startDraft(buildForest(rows, closed), ASPECT);
  const survivors = findSurvivors(draft.forest, closed);
  const remembered = former === closed ? survivors : findSurvivors(draft.forest, former);
  const memory = new TreeMemory(remembered);
  const frames = closed.namespaces.map((before) => ({ before, box: boxOf(before) }));
  const boxes = frames.map(({ box }) => box);
  const had = roomsOf(closed);
  const opened = frames.map(({ before, box }, frame): Opened => {
    const roots = draft.forest.roots.get(before.namespace) ?? [];
    const changed = new Set(
      roots.filter((root) => !isUnchanged(draft, survivors, membersOf(draft, root))),
    );
    const rooms = blocksOf(draft, survivors, roots, had[frame] ?? new Set());
    const blocks = changed.size > 0 ? apart(rooms, draft, survivors) : rooms;
    const placed = new Map<Block, readonly Placed[]>();
    for (const block of blocks) {
      if (!block.roots.some((root) => changed.has(root))) continue;
      placed.set(block, arrangeOpened(block, draft, survivors, memory));
    }
    grow(boxes, box, before, blocks, placed);
    return { before, box, blocks, placed };
  });
  for (const [frame, each] of opened.entries()) putFrame(draft, survivors, frame, each);
  return laidOut(draft);
}

/** Makes room for changed blocks in their frame, and for the frame among the others. */
function grow(
  frames: readonly Movable[],
  frame: Movable,
  before: Frame,
  blocks: readonly Block[],
  placed: ReadonlyMap<Block, readonly Placed[]>,
): void {
  if (placed.size === 0) return;
  const inside = blocks.map(({ box }) => box);
  for (const [{ box }, pieces] of placed) {
    const right = Math.max(...pieces.map(({ x, piece }) => x + piece.width));
    const bottom = Math.max(...pieces.map(({ y, piece }) => y + piece.height));
    makeRoom(inside, box, TREE_GAP, { width: right, height: bottom });
  }
  const farthest = (end: (box: Box) => number): number =>
    inside.reduce((most, box) => Math.max(most, end(box) + FRAME_PADDING), 0);
  const width = farthest(({ x, width }) => x + width) - before.x;
  const height = farthest(({ y, height }) => y + height) - before.y;
  makeRoom(frames, frame, FRAME_GAP, { width, height }, true);
}

/** Puts all cards of a namespace to where they stand. */
function putFrame(
  draft: Draft,
  survivors: Survivors,
  frame: number,
  { before, box, blocks, placed }: Opened,
): void {
  const [right, down] = [box.x - before.x, box.y - before.y];
  let count = 0;
  for (const block of blocks) {
    const slot = { ...block.box, x: block.box.x + right, y: block.box.y + down, frame };
    const pieces = placed.get(block) ?? [];
    for (const { x, y, piece } of pieces) {
      const { width, height, columns } = piece;
      const corner = { x: slot.x + x, y: slot.y + y };
      // A single piece has the room of the block to itself.
      const own = pieces.length === 1 ? slot : { ...corner, width, height, frame };
      placePiece(draft, piece, { ...own, columns }, corner);
      count += piece.members.length;
    }
    if (pieces.length === 0) {
      const way = { x: slot.x - block.home.x, y: slot.y - block.home.y };
      count += copyBlock(draft, survivors, block, way, frame);
    }
  }
  draft.namespaces[frame] = { ...box, ...labelOf(before.namespace), count };
}

/** Moves a block as it is; returns how many cards it has. */
function copyBlock(
  draft: Draft,
  { previous, before }: Survivors,
  { rooms, roots }: Block,
  { x, y }: Point,
  frame: number,
): number {
  const trees = new Map<Slot | undefined, number>();
  for (const [room, box] of rooms) {
    const { columns } = room;
    const { width, height } = box;
    const moved = { x: box.x + x, y: box.y + y, width, height, columns, frame };
    trees.set(room, draft.reserved.push(moved) - 1);
  }
  const [first = -1] = trees.values();
  let count = 0;
  for (const root of roots) {
    const room = previous.reserved[previous.trees[before[root] as number] as number];
    const tree = trees.get(room) ?? first;
    for (const member of membersOf(draft, root)) {
      const old = before[member] as number;
      draft.x[member] = (previous.x[old] as number) + x;
      draft.y[member] = (previous.y[old] as number) + y;
      draft.cells[member] = previous.cells[old] as number;
      draft.columns[member] = previous.columns[old] as number;
      draft.frames[member] = frame;
      draft.trees[member] = tree;
      count++;
    }
  }
  return count;
}

function boxOf({ x, y, width, height }: Box): Movable {
  return { x, y, width, height };
}
