import type { Draft } from './draft.ts';
import { FrameRoom } from './frame-room.ts';
import type { Box } from './geometry.ts';
import type { Survivors } from './survivors.ts';
import { layoutSingletons } from './tree-layout.ts';

/** Searching holes costs the square of the trees: with more to place, packing anew is cheaper and tidier. */
const MOST_HOLES = 32;

/**
 * Places one namespace as near to its previous state as it goes: a tree that only lost members keeps its
 * places, changed trees are arranged so that most survivors stay, newcomers take free cells and
 * holes. Returns the box the frame needs, at most wider and longer than `frame`, and its objects;
 * `undefined` when the namespace should rather be packed anew.
 */
export function keepFrame(
  draft: Draft,
  survivors: Survivors,
  roots: readonly number[],
  index: number,
  frame: Box,
  canGrow: (box: Box) => boolean,
): { readonly box: Box; readonly count: number } | undefined {
  const kept: number[][] = [];
  const changed: number[][] = [];
  const newcomers: number[] = [];
  let count = 0;
  for (const root of roots) {
    const members = membersOf(draft, root);
    count += members.length;
    if (isUnchanged(draft, survivors, members)) kept.push(members);
    else if (members.length === 1) newcomers.push(root);
    else changed.push(members);
  }
  if (changed.length > MOST_HOLES) return undefined;
  const room = new FrameRoom(draft, survivors, index, frame, canGrow);
  room.keep(kept);
  const homeless = room.fillFreeCells(newcomers);
  room.rearrange(changed);
  if (homeless.length > 0) room.settle(layoutSingletons(homeless, draft));
  return { box: room.box, count };
}

/** Members of the tree below `root`, owners before dependents. */
export function membersOf({ forest }: Draft, root: number): number[] {
  const members = [root];
  for (const member of members)
    for (const child of forest.children[member] ?? []) members.push(child);
  return members;
}

/** Whether no object joined the tree or changed owners in it; objects that left do not matter. */
export function isUnchanged(
  { forest }: Draft,
  { previous, before }: Survivors,
  members: readonly number[],
): boolean {
  return members.every((member, at) => {
    const old = before[member] ?? -1;
    if (old < 0) return false;
    const owner = forest.parents[member] ?? -1;
    return at === 0 || before[owner] === previous.parents[old];
  });
}
