import { AROUND_TREE, type Box, inflate, overlaps, union } from './geometry.ts';
import type { Layout, Slot } from './positions.ts';

/** Trees that share a room, and their place. */
export interface JoinedRoom {
  readonly trees: number[];
  box: Box;
}

/**
 * The rooms of one namespace, trees that stand in each other's room joined: the rest of a tree whose owner has gone stays where it
 * is, and no lane leads between such trees.
 */
export function joinedRooms({ reserved }: Layout, trees: readonly number[]): readonly JoinedRoom[] {
  let rooms: readonly JoinedRoom[] = trees.map((tree) => ({
    trees: [tree],
    box: reserved[tree] as Slot,
  }));
  // A joined room is larger than both, and may reach into others.
  for (let before = -1; before !== rooms.length; ) {
    before = rooms.length;
    rooms = joinedOnce(rooms);
  }
  return rooms;
}

function joinedOnce(rooms: readonly JoinedRoom[]): readonly JoinedRoom[] {
  const joined: JoinedRoom[] = [];
  /** The rooms that may still be beside one that begins further down. */
  let open: JoinedRoom[] = [];
  for (const room of [...rooms].sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)) {
    const near = inflate(room.box, AROUND_TREE);
    open = open.filter(({ box }) => box.y + box.height > near.y);
    const other = open.find(({ box }) => overlaps(box, near));
    if (other) {
      other.trees.push(...room.trees);
      other.box = union(other.box, room.box);
    } else {
      const own = { trees: [...room.trees], box: room.box };
      joined.push(own);
      open.push(own);
    }
  }
  return joined;
}
