import type { Size } from './geometry.ts';

/** Width of the smallest frame with one problem against that of the world: room for its name, the sign before it, and a mark. */
const URGENT_WIDTH = 0.09;
/** The same in a world for a phone. */
const UPRIGHT_URGENT_WIDTH = 0.16;
/** With more such frames than these they would take too much of the world, and get smaller. */
export const MANY_URGENT = 28;
/** Width of a frame with room for its name and a mark beside that, against that of the world; of those that are too many for more. */
const NAMED_WIDTH = 0.058;
const UPRIGHT_NAMED_WIDTH = 0.145;
/** So much wider is one with several problems: their number stands beside the mark. */
const NUMBER_WIDTH = 0.009;
/** The share of the world that such frames may take together. More of them have no room for their names, but for the worst few. */
const MOST_NAMED = 0.6;
/** Width of a frame with something blocked, as `NAMED_WIDTH`: with room for a longer name, also on a smaller screen. */
const BLOCKED_WIDTH = 0.1;
const UPRIGHT_BLOCKED_WIDTH = 0.24;
/** The share of the world that those may take together. More of them get smaller. */
const MOST_BLOCKED = 0.3;
/** So many have room for their names even then. */
const WORST_NAMED = 16;
/** The least size of a frame without problems that is too small for its name, against that of one with a name. */
const NAMELESS = 0.5;
/** The share of the world that the least sizes of all frames may take together. */
const MOST_FLOOR = 0.82;
/** Width to height of a frame with room for one line. */
const MOST_SHAPE = 3.5;
/** The same with room for a mark below the line. */
const BLOCKED_SHAPE = 3.2;
/** More problems in one namespace than these give it no more room. */
const MANY_PROBLEMS = 64;

/** A namespace in which something is wrong. */
export interface Urgent {
  /** Its number among all. */
  readonly index: number;
  /** How many objects in it have its worst problem. */
  readonly problems: number;
  /** Of that problem: 0 for something blocked, the worst of all. */
  readonly rank: number;
}

/** How much flatter than the world namespaces are when there are so many: a name is longer than high. */
export function flatness(namespaces: number): number {
  return Math.min(MOST_SHAPE, Math.max(1, namespaces / 100));
}

/** The least size of a namespace, by its number. */
export type FloorOf = (index: number) => Size;

/**
 * The least size of each frame. It has room for its name when the whole world is in view, unless there are too many; one with
 * problems has more, and the more the more problems it has.
 */
export function smallestFrames(
  world: number,
  aspect: number,
  frames: number,
  urgent: readonly Urgent[],
): FloorOf {
  const shape = Math.min(MOST_SHAPE, 2 * flatness(frames));
  const room = Math.min(0.06, Math.sqrt((0.4 * shape) / Math.max(1, frames)));
  const [most, named] =
    aspect < 1 ? [UPRIGHT_URGENT_WIDTH, UPRIGHT_NAMED_WIDTH] : [URGENT_WIDTH, NAMED_WIDTH];
  // Where no calm one has a name, those with problems get the room for theirs.
  const isCrowded = room < named && urgent.length > 0;
  const width = world * room * (isCrowded ? NAMELESS : 1);
  const weights = urgent.map(({ problems }) => 1 + Math.log2(Math.min(problems, MANY_PROBLEMS)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = most * Math.min(1, Math.sqrt(MANY_URGENT / Math.max(1, total)));
  const shareOf = (count: number, wide: number): number =>
    (count * wide * wide * aspect) / MOST_SHAPE;
  const blocked = urgent.filter(isBlocked).length;
  const roomy = Math.min(
    aspect < 1 ? UPRIGHT_BLOCKED_WIDTH : BLOCKED_WIDTH,
    Math.sqrt(MOST_BLOCKED / shareOf(blocked, 1)),
  );
  const areNamed = shareOf(urgent.length, named) <= MOST_NAMED;
  const least = (each: Urgent, at: number): number => {
    if (!isCrowded) return width;
    if (isBlocked(each) && roomy > named) return world * roomy;
    if (areNamed) return world * (named + (each.problems > 1 ? NUMBER_WIDTH : 0));
    return at < WORST_NAMED ? world * most : width;
  };
  const sizes = urgent.map((each, at) => {
    const floor = least(each, at);
    const wide = Math.max(floor, world * share * Math.sqrt(weights[at] ?? 1));
    const isFlat = isCrowded && wide === floor && (areNamed || isBlocked(each));
    const flat = isBlocked(each) ? BLOCKED_SHAPE : MOST_SHAPE;
    return { width: wide, height: wide / (isFlat ? flat : 2) };
  });
  let taken = ((frames - urgent.length) * width * width) / shape;
  for (const size of sizes) taken += size.width * size.height;
  const scale = Math.min(1, Math.sqrt((MOST_FLOOR * world * world) / aspect / Math.max(1, taken)));
  const usual = { width: scale * width, height: (scale * width) / shape };
  const floors = new Map(
    sizes.map((size, at) => [
      urgent[at]?.index ?? -1,
      { width: scale * size.width, height: scale * size.height },
    ]),
  );
  return (index) => floors.get(index) ?? usual;
}

function isBlocked({ rank }: Urgent): boolean {
  return rank === 0;
}
