import { type Corner, type Draft, placePiece } from './draft.ts';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  CELL_HEIGHT,
  CELL_WIDTH,
  contains,
  FRAME_LABEL,
  FRAME_PADDING,
  GAP_Y,
  inflate,
  overlaps,
  TREE_GAP,
  union,
} from './geometry.ts';
import { roomFor } from './pack-frame.ts';
import { findHole } from './packing.ts';
import type { Slot } from './positions.ts';
import { formerRoom, type Survivors } from './survivors.ts';
import { layoutTree, type Piece } from './tree-layout.ts';
import { TreeMemory } from './tree-memory.ts';

/** The room of one namespace while it fills. */
export class FrameRoom {
  readonly #draft: Draft;
  readonly #survivors: Survivors;
  readonly #index: number;
  readonly #taken: Slot[] = [];
  readonly #grids: { slot: Slot; tree: number; members: readonly number[] }[] = [];
  readonly #canGrow: (box: Box) => boolean;
  #box: Box;

  /** `canGrow` tells whether the frame may take a box without coming too near to another one. */
  constructor(
    draft: Draft,
    survivors: Survivors,
    index: number,
    box: Box,
    canGrow: (box: Box) => boolean,
  ) {
    this.#canGrow = canGrow;
    this.#draft = draft;
    this.#survivors = survivors;
    this.#index = index;
    this.#box = box;
  }

  get box(): Box {
    return this.#box;
  }

  /** Leaves trees where they are, with the room that they have. */
  keep(trees: readonly (readonly number[])[]): void {
    const { previous, before } = this.#survivors;
    const grids = new Map<Slot, number[]>();
    for (const members of trees) {
      for (const member of members) this.#copy(member);
      const [root = 0] = members;
      const slot = previous.reserved[previous.trees[before[root] ?? 0] ?? 0];
      if (!slot || slot.columns === 0) {
        const covered = this.#around(members);
        const room = formerRoom(this.#survivors, root, covered);
        this.#reserve(room && contains(room, covered) ? room : covered, members);
      } else if (!grids.get(slot)?.push(root)) grids.set(slot, [root]);
    }
    for (const [slot, members] of grids) this.#reserve(slot, members);
  }

  /** Puts newcomers into free cells of the grids of singletons; returns those that found none. */
  fillFreeCells(newcomers: readonly number[]): readonly number[] {
    let next = 0;
    for (const { slot, tree, members } of this.#grids) {
      const occupied = new Set(members.map((member) => this.#corner(member)));
      const rows = Math.floor((slot.height + GAP_Y) / CELL_HEIGHT);
      for (let cell = 0; cell < rows * slot.columns && next < newcomers.length; cell++) {
        const x = slot.x + (cell % slot.columns) * CELL_WIDTH + CARD_WIDTH / 2;
        const y = slot.y + Math.floor(cell / slot.columns) * CELL_HEIGHT + CARD_HEIGHT / 2;
        if (occupied.has(`${x} ${y}`)) continue;
        const newcomer = newcomers[next++] ?? 0;
        this.#draft.x[newcomer] = x;
        this.#draft.y[newcomer] = y;
        this.#belong(newcomer, tree);
      }
    }
    return newcomers.slice(next);
  }

  /** Arranges changed trees so that most of their survivors stay; then those that need a new place. */
  rearrange(trees: readonly (readonly number[])[]): void {
    const memory = new TreeMemory(this.#survivors);
    const { forest } = this.#draft;
    const pieces = trees.map(([root = 0]) => {
      const piece = layoutTree(root, forest, this.#draft, memory);
      return { piece, former: formerRoom(this.#survivors, root, piece) };
    });
    // Until its turn comes nobody else takes the room of a tree.
    this.#taken.push(...pieces.flatMap(({ former }) => former ?? []));
    const homeless: Piece[] = [];
    for (const { piece, former } of pieces) {
      if (former) this.#taken.splice(this.#taken.indexOf(former), 1);
      const corner = this.#firstFree([...this.#wishes(piece), ...(former ? [former] : [])], piece);
      if (corner) this.#putAt(piece, corner, former);
      else homeless.push(piece);
    }
    for (const piece of homeless) this.settle(piece);
  }

  /** Gives a piece a hole, else room at the lower or right end of the frame, which grows. */
  settle(piece: Piece): void {
    const size = roomFor(this.#draft, piece, this.#survivors);
    const inside = this.#inside();
    const endless = Number.POSITIVE_INFINITY;
    const down = { ...inside, width: Math.max(inside.width, size.width), height: endless };
    const right = { ...inside, width: endless, height: Math.max(inside.height, size.height) };
    const holes = [inside, down, right].flatMap(
      (area) => findHole(size, area, this.#taken, TREE_GAP) ?? [],
    );
    // If the frame can grow to no hole, it grows down: the namespaces settle which of them yields.
    const box = holes.find((hole) => this.#canGrow(this.#grown(hole))) ?? holes[0];
    if (box) this.#put(piece, box, box);
  }

  /** Puts a piece at a corner. It keeps all of its former room that is free. */
  #putAt(piece: Piece, { x, y }: Corner, former: Box | undefined): void {
    const box = { x, y, width: piece.width, height: piece.height };
    const both = former && union(box, former);
    this.#put(piece, both && this.#isFree(both) ? both : box, box);
  }

  #put(piece: Piece, { x, y, width, height }: Box, corner: Corner): void {
    const { columns } = piece;
    const slot: Slot = { x, y, width, height, frame: this.#index, columns };
    this.#taken.push(slot);
    placePiece(this.#draft, piece, slot, corner);
    this.#box = this.#grown(slot);
  }

  /** The frame with room for the box. */
  #grown(box: Box): Box {
    const { x, y, width, height } = this.#box;
    return {
      x,
      y,
      width: Math.max(width, box.x + box.width + FRAME_PADDING - x),
      height: Math.max(height, box.y + box.height + FRAME_PADDING - y),
    };
  }

  #inside(): Box {
    const { x, y, width, height } = this.#box;
    return {
      x: x + FRAME_PADDING,
      y: y + FRAME_LABEL,
      width: width - 2 * FRAME_PADDING,
      height: height - FRAME_LABEL - FRAME_PADDING,
    };
  }

  #firstFree(corners: readonly Corner[], { width, height }: Piece): Corner | undefined {
    return corners.find(({ x, y }) => this.#isFree({ x, y, width, height }));
  }

  #isFree(box: Box): boolean {
    const wide = inflate(box, TREE_GAP / 2);
    return contains(this.#inside(), box) && !this.#taken.some((other) => overlaps(wide, other));
  }

  /** Corners at which a piece would leave survivors in place: that of most survivors first. */
  #wishes(piece: Piece): Corner[] {
    const { previous, before } = this.#survivors;
    const corners = new Map<string, { x: number; y: number; votes: number }>();
    for (const member of piece.members) {
      const old = before[member] ?? -1;
      if (old < 0) continue;
      const x = (previous.x[old] ?? 0) - (this.#draft.x[member] ?? 0);
      const y = (previous.y[old] ?? 0) - (this.#draft.y[member] ?? 0);
      const corner = corners.get(`${x} ${y}`) ?? { x, y, votes: 0 };
      corner.votes++;
      corners.set(`${x} ${y}`, corner);
    }
    return [...corners.values()].sort((a, b) => b.votes - a.votes).slice(0, 8);
  }

  #reserve(box: Box & { readonly columns?: number }, members: readonly number[]): void {
    const { x, y, width, height, columns = 0 } = box;
    const slot: Slot = { x, y, width, height, columns, frame: this.#index };
    this.#taken.push(slot);
    const tree = this.#draft.reserved.push(slot) - 1;
    for (const member of members) this.#belong(member, tree);
    if (columns > 0) this.#grids.push({ slot, tree, members });
  }

  #corner(member: number): string {
    return `${this.#draft.x[member]} ${this.#draft.y[member]}`;
  }

  #belong(member: number, tree: number): void {
    this.#draft.frames[member] = this.#index;
    this.#draft.trees[member] = tree;
  }

  #copy(member: number): void {
    const { previous, before } = this.#survivors;
    const old = before[member] ?? 0;
    this.#draft.x[member] = previous.x[old] ?? 0;
    this.#draft.y[member] = previous.y[old] ?? 0;
    this.#draft.columns[member] = previous.columns[old] ?? 0;
    const isRoot = (this.#draft.forest.parents[member] ?? -1) < 0;
    this.#draft.cells[member] = isRoot ? -1 : (previous.cells[old] ?? -1);
  }

  #around(members: readonly number[]): Box {
    let left = Number.POSITIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (const member of members) {
      const x = this.#draft.x[member] ?? 0;
      const y = this.#draft.y[member] ?? 0;
      left = Math.min(left, x - CARD_WIDTH / 2);
      right = Math.max(right, x + CARD_WIDTH / 2);
      top = Math.min(top, y - CARD_HEIGHT / 2);
      bottom = Math.max(bottom, y + CARD_HEIGHT / 2);
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }
}
