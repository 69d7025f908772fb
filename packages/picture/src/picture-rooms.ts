import { widthOf } from './card-text.ts';
import {
  AROUND_TREE,
  type Box,
  BUS,
  CARD_HEIGHT,
  CARD_WIDTH,
  FRAME_GAP,
  FRAME_PADDING,
  GAP_X,
  inflate,
  plain,
  TREE_GAP,
} from './geometry.ts';
import { type JoinedRoom, joinedRooms } from './joined-rooms.ts';
import { Room, type Wall } from './lanes.ts';
import type { Frame, Layout, Slot } from './positions.ts';

/** Lanes beside a card run past the rail in the middle of the gap; above and below one, in the middle between the rows of a grid. */
const BESIDE_CARDS: readonly [number, number] = [14, 6];
/** Lanes run in the middle between two trees, and between two namespaces. */
const BESIDE_TREES: readonly [number, number] = [TREE_GAP / 2, TREE_GAP / 2];
const BESIDE_FRAMES: readonly [number, number] = [FRAME_GAP / 2, FRAME_GAP / 2];
/** The upper band of a namespace without the room that a line needs below its name. */
const LABEL_HEIGHT = 20;

/** The rooms of a layout, each made when a line first runs through it. */
export class PictureRooms {
  readonly #layout: Layout;
  readonly #trees: (Room | undefined)[] = [];
  readonly #frames: (Room | undefined)[] = [];
  #world: Room | undefined;
  #members: Members | undefined;
  /** By frame: trees and their rooms. */
  #inFrames: readonly (readonly number[])[] | undefined;
  readonly #joined: (readonly JoinedRoom[] | undefined)[] = [];
  /** By tree. */
  readonly #joinedWith: JoinedRoom[] = [];

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The room of a tree, with its cards and those of the trees that share it. */
  tree(tree: number): Room {
    const known = this.#trees[tree];
    if (known) return known;
    const { frame } = this.#layout.reserved[tree] as Slot;
    this.#joinedIn(frame);
    const joined = this.#joinedWith[tree] as JoinedRoom;
    const room = this.#roomOf(joined);
    for (const each of joined.trees) this.#trees[each] = room;
    return room;
  }

  /** The room of a namespace, with its trees. */
  frame(frame: number): Room {
    const known = this.#frames[frame];
    if (known) return known;
    const box = this.#layout.namespaces[frame] as Frame;
    const trees = this.#joinedIn(frame).map((joined) => joined.box);
    const room = new Room(box, [labelBox(box), ...trees], BESIDE_TREES);
    this.#frames[frame] = room;
    return room;
  }

  #roomOf({ trees, box }: JoinedRoom): Room {
    const { x, y } = this.#layout;
    this.#members ??= membersOf(this.#layout);
    const { slots, firsts } = this.#members;
    const members: number[] = [];
    const cards: Box[] = [];
    for (const tree of trees) {
      const end = firsts[tree + 1] as number;
      for (let at = firsts[tree] as number; at < end; at++) {
        const slot = slots[at] as number;
        members.push(slot);
        cards.push({
          x: plain(x[slot] as number) - CARD_WIDTH / 2,
          y: plain(y[slot] as number) - CARD_HEIGHT / 2,
          width: CARD_WIDTH,
          height: CARD_HEIGHT,
        });
      }
    }
    // Sorted by place: the order of the records must not matter.
    cards.sort((a, b) => a.y - b.y || a.x - b.x);
    const lines = treeLines(this.#layout, members);
    return new Room(inflate(box, AROUND_TREE), cards, BESIDE_CARDS, lines);
  }

  #joinedIn(frame: number): readonly JoinedRoom[] {
    const known = this.#joined[frame];
    if (known) return known;
    this.#members ??= membersOf(this.#layout);
    this.#inFrames ??= treesByFrame(this.#layout, this.#members);
    const joined = joinedRooms(this.#layout, this.#inFrames[frame] ?? []);
    this.#joined[frame] = joined;
    for (const each of joined) for (const tree of each.trees) this.#joinedWith[tree] = each;
    return joined;
  }

  /** The room of all namespaces. */
  get world(): Room {
    const { bounds, namespaces } = this.#layout;
    this.#world ??= new Room(inflate(bounds, FRAME_GAP / 2 + 2), namespaces, BESIDE_FRAMES);
    return this.#world;
  }
}

/** The lines from the members of a tree to the owners they hang under. */
function treeLines({ x, y, parents, cells }: Layout, members: readonly number[]): Wall[] {
  const lines: Wall[] = [];
  const line = (axis: Wall['axis'], at: number, from: number, to: number): void => {
    lines.push({ axis, at, from: Math.min(from, to), to: Math.max(from, to) });
  };
  for (const slot of members) {
    const owner = parents[slot] as number;
    if (owner < 0) continue;
    const cardX = plain(x[slot] as number);
    const cardY = plain(y[slot] as number);
    const ownerX = plain(x[owner] as number);
    const bottom = plain(y[owner] as number) + CARD_HEIGHT / 2;
    const bus = bottom + BUS;
    line(1, ownerX, bottom, bus);
    if ((cells[slot] as number) < 0) {
      line(1, cardX, bus, cardY - CARD_HEIGHT / 2);
      line(0, bus, cardX, ownerX);
    } else {
      const rail = cardX - CARD_WIDTH / 2 - GAP_X / 2;
      line(1, rail, bus, cardY);
      line(0, bus, rail, ownerX);
      line(0, cardY, rail, cardX - CARD_WIDTH / 2);
    }
  }
  return lines;
}

/** The box of the name of a namespace. */
function labelBox({ x, y, width, label, count }: Frame): Box {
  const text = Math.ceil(FRAME_PADDING + widthOf(`${label}  ${count}`) * 14);
  return { x, y, width: Math.min(width, text), height: LABEL_HEIGHT };
}

function treesByFrame(
  { reserved, namespaces }: Layout,
  { firsts }: Members,
): readonly (readonly number[])[] {
  const trees: number[][] = namespaces.map(() => []);
  reserved.forEach((slot, tree) => {
    if (firsts[tree] !== firsts[tree + 1]) trees[slot.frame]?.push(tree);
  });
  return trees;
}

/** The slots of all trees in one list, as there may be many trees: those of tree t begin at `firsts[t]`. */
interface Members {
  readonly slots: Int32Array;
  readonly firsts: Int32Array;
}

function membersOf({ trees, reserved }: Layout): Members {
  const firsts = new Int32Array(reserved.length + 1);
  const size = trees.length;
  for (let slot = 0; slot < size; slot++) {
    const tree = trees[slot] as number;
    firsts[tree] = (firsts[tree] as number) + 1;
  }
  let end = 0;
  for (let tree = 0; tree < firsts.length; tree++) {
    end += firsts[tree] as number;
    firsts[tree] = end;
  }
  // Fills each tree from its end back to its first slot.
  const slots = new Int32Array(size);
  for (let slot = size - 1; slot >= 0; slot--) {
    const tree = trees[slot] as number;
    const at = (firsts[tree] as number) - 1;
    firsts[tree] = at;
    slots[at] = slot;
  }
  return { slots, firsts };
}
