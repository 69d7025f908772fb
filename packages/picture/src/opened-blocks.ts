import type { Draft } from './draft.ts';
import { type Box, CARD_HEIGHT, CARD_WIDTH, overlaps, union } from './geometry.ts';
import type { Movable } from './make-room.ts';
import type { Layout, Slot } from './positions.ts';
import { hasReason } from './rows.ts';
import { membersOf } from './stable-frame.ts';
import type { Survivors } from './survivors.ts';

/** Rooms of the closed layout that move as one, with the objects out of the stacks in them. Nearly always it is one room. */
export interface Block {
  /** Each room with the part of it that counts. */
  readonly rooms: ReadonlyMap<Slot, Box>;
  /** The box around all rooms, in the closed layout. */
  readonly home: Box;
  /** The box as it moves from its home. */
  readonly box: Movable;
  /** Roots in the rooms; those of one room in reading order. */
  readonly roots: readonly number[];
}

/** The rooms of each namespace in which cards stand: one that moved has left others behind. */
export function roomsOf({ namespaces, frames, trees, reserved }: Layout): ReadonlySet<Slot>[] {
  const all = namespaces.map(() => new Set<Slot>());
  for (const [slot, tree] of trees.entries()) {
    all[frames[slot] as number]?.add(reserved[tree] as Slot);
  }
  return all;
}

/**
 * The rooms of a namespace, by height, each with the roots in it. A root that a stack hid goes into the room of the root before it, where
 * its stack stood. A single object goes into the grid, even if its stack has dissolved.
 */
export function blocksOf(
  draft: Draft,
  { previous, before }: Survivors,
  roots: readonly number[],
  had: ReadonlySet<Slot>,
): readonly Block[] {
  const isHidden = (root: number): boolean => (before[root] ?? -1) < 0;
  const grid = roots.some(isHidden) ? [...had].find(({ columns }) => columns > 0) : undefined;
  const rooms = new Map<Slot, number[]>();
  const early: number[] = [];
  let last: Slot | undefined;
  for (const root of roots) {
    const old = before[root] ?? -1;
    if (previous.parents[old] === -1) last = previous.reserved[previous.trees[old] as number];
    else if (!last?.columns && isHidden(root) && isSingle(draft, root)) last = grid ?? last;
    if (!last) early.push(root);
    else if (!rooms.get(last)?.push(root)) rooms.set(last, [...early.splice(0), root]);
  }
  // If only stacks stood in the namespace and all have dissolved, the first room takes their objects.
  const [left] = had;
  if (left && early.length > 0) rooms.set(left, early);
  return byHeight([...rooms].map(([room, inside]) => blockOf(new Map([[room, room]]), inside)));
}

/**
 * Joins blocks until no two share an area: some do where trees went to pieces, because each piece stays where it is and the largest
 * keeps the room. Of such rooms only the part with cards counts; cards that stand among each other make one block.
 */
export function apart(
  blocks: readonly Block[],
  draft: Draft,
  survivors: Survivors,
): readonly Block[] {
  const shared = new Set(sharing(blocks).flat());
  if (shared.size === 0) return blocks;
  let all = byHeight(
    blocks.map((block) => (shared.has(block) ? shrunk(block, draft, survivors) : block)),
  );
  for (let pairs = sharing(all); pairs.length > 0; pairs = sharing(all)) all = joined(all, pairs);
  return all;
}

/** Whether a root stands in the grid of its namespace. */
export function isSingle({ forest }: Draft, root: number): boolean {
  return !forest.children[root] && !hasReason(forest.rows.marks[root] as number);
}

/** The box around the cards of trees where they stood; `undefined` if none was there. */
export function boxAround(
  roots: readonly number[],
  draft: Draft,
  { previous, before }: Survivors,
): Box | undefined {
  let box: Box | undefined;
  for (const root of roots) {
    for (const member of membersOf(draft, root)) {
      const old = before[member] ?? -1;
      if (old < 0) continue;
      const x = (previous.x[old] as number) - CARD_WIDTH / 2;
      const y = (previous.y[old] as number) - CARD_HEIGHT / 2;
      const card = { x, y, width: CARD_WIDTH, height: CARD_HEIGHT };
      box = box ? union(box, card) : card;
    }
  }
  return box;
}

function blockOf(rooms: ReadonlyMap<Slot, Box>, roots: readonly number[]): Block {
  const { x, y, width, height } = [...rooms.values()].reduce(union);
  return { rooms, home: { x, y, width, height }, box: { x, y, width, height }, roots };
}

function byHeight(blocks: Block[]): readonly Block[] {
  return blocks.sort((a, b) => a.home.y - b.home.y || a.home.x - b.home.x);
}

/** The pairs of blocks that share an area. They come by height, so only those that reach down to a block are compared with it. */
function sharing(blocks: readonly Block[]): readonly (readonly [Block, Block])[] {
  const pairs: [Block, Block][] = [];
  let above: Block[] = [];
  for (const block of blocks) {
    above = above.filter(({ home }) => home.y + home.height > block.home.y);
    for (const other of above) if (overlaps(other.home, block.home)) pairs.push([other, block]);
    above.push(block);
  }
  return pairs;
}

/** A grid keeps its room: its cells count from the corner. */
function shrunk(block: Block, draft: Draft, survivors: Survivors): Block {
  const rooms = [...block.rooms].map(([room, box]): [Slot, Box] => [
    room,
    room.columns > 0 ? box : (boxAround(block.roots, draft, survivors) ?? box),
  ]);
  return blockOf(new Map(rooms), block.roots);
}

function joined(
  blocks: readonly Block[],
  pairs: readonly (readonly [Block, Block])[],
): readonly Block[] {
  const groups = new Map<Block, readonly Block[]>();
  for (const [a, b] of pairs) {
    const [one, other] = [groups.get(a) ?? [a], groups.get(b) ?? [b]];
    if (one === other) continue;
    const both = [...one, ...other];
    for (const each of both) groups.set(each, both);
  }
  const rest = blocks.filter((block) => !groups.has(block));
  const wholes = [...new Set(groups.values())].map((group) =>
    blockOf(
      new Map(group.flatMap(({ rooms }) => [...rooms])),
      group.flatMap(({ roots }) => roots),
    ),
  );
  return byHeight([...rest, ...wholes]);
}
