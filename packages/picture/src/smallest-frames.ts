import type { Size } from './geometry.ts';

/** Width of the smallest frame with one problem against that of the world: room for its name, the sign before it, and a mark. */
const URGENT_WIDTH = 0.09;
/** `URGENT_WIDTH` in a world for a phone. */
const UPRIGHT_URGENT_WIDTH = 0.16;
/** Frames with problems get smaller if there are more of them: they would take too much of the world. */
export const MANY_URGENT = 28;
/** Width of a frame with room for its name and a mark beside that, against that of the world, while there is room for that. */
const NAMED_WIDTH = 0.058;
const UPRIGHT_NAMED_WIDTH = 0.17;
/** Extra width of a frame with several problems: their number stands beside the mark. */
const NUMBER_WIDTH = 0.009;
/** Width of a frame with something blocked, as `NAMED_WIDTH`: with room for a longer name, also on a smaller screen. */
const BLOCKED_WIDTH = 0.1;
const UPRIGHT_BLOCKED_WIDTH = 0.24;
/** The share of the world that blocked ones may take together. More of them get smaller. */
const MOST_BLOCKED = 0.3;
/** The least size of a frame without problems that is too small for its name, against that of one with a name. */
const NAMELESS = 0.5;
/** The share of the world that the least sizes of all frames may take together. */
const MOST_FLOOR = 0.88;
/** `MOST_FLOOR` in a world for a phone: few frames stand in a row, and leave more of it empty. */
const UPRIGHT_MOST_FLOOR = 0.82;
/** Width to height of a frame with room for one line. */
const MOST_SHAPE = 3.5;
/** Width to height of a frame with room for a mark below the line. */
const BLOCKED_SHAPE = 3.2;
/** More problems in one namespace than these give it no more room. */
const MANY_PROBLEMS = 64;

/** A namespace in which something is wrong. */
export interface Urgent {
  /** Number of the namespace among all. */
  readonly index: number;
  /** Number of objects in it with its worst problem. */
  readonly problems: number;
  /** Rank of that problem: 0 for something blocked, the worst of all. */
  readonly rank: number;
}

/** Width to height of namespaces against that of the world, when there are so many: a name is longer than high. */
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
  const [largest, named, floor] =
    aspect < 1
      ? [UPRIGHT_URGENT_WIDTH, UPRIGHT_NAMED_WIDTH, UPRIGHT_MOST_FLOOR]
      : [URGENT_WIDTH, NAMED_WIDTH, MOST_FLOOR];
  // If no calm frame has a name, those with problems get the room for theirs.
  const isCrowded = room < named && urgent.length > 0;
  const width = world * room * (isCrowded ? NAMELESS : 1);
  const weights = urgent.map(({ problems }) => 1 + Math.log2(Math.min(problems, MANY_PROBLEMS)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = largest * Math.min(1, Math.sqrt(MANY_URGENT / Math.max(1, total)));
  const blocked = urgent.filter(isBlocked).length;
  const roomy = Math.min(
    aspect < 1 ? UPRIGHT_BLOCKED_WIDTH : BLOCKED_WIDTH,
    Math.sqrt((MOST_BLOCKED * MOST_SHAPE) / (blocked * aspect)),
  );
  const widthWithName = (each: Urgent): number => {
    if (isBlocked(each) && roomy > named) return world * roomy;
    return world * (named + (each.problems > 1 ? NUMBER_WIDTH : 0));
  };
  const unnamed = weights.map((weight) => {
    const length = Math.max(width, world * share * Math.sqrt(weight));
    return wholeSize(length, length / 2);
  });
  const most = (floor * world * world) / aspect;
  const taken = unnamed.reduce(
    (sum, size) => sum + areaOf(size),
    ((frames - urgent.length) * width * width) / shape,
  );
  let free = most - taken;
  const sizes = unnamed.map((size, at) => {
    const each = urgent[at] as Urgent;
    const length = widthWithName(each);
    const sized = wholeSize(length, length / (isBlocked(each) ? BLOCKED_SHAPE : MOST_SHAPE));
    const more = areaOf(sized) - areaOf(size);
    // The worst ones get the room for their names, as long as there is some.
    if (!isCrowded || length <= size.width || more > free) return size;
    free -= more;
    return sized;
  });
  const scale = Math.min(1, Math.sqrt(most / Math.max(1, taken)));
  const usual = wholeSize(scale * width, (scale * width) / shape);
  const floors = new Map(
    sizes.map((size, at) => [
      urgent[at]?.index ?? -1,
      wholeSize(scale * size.width, scale * size.height),
    ]),
  );
  return (index) => floors.get(index) ?? usual;
}

/** A size in whole px, like all others: V8 makes over every size that there is, one by one, once another one holds a fraction. */
function wholeSize(width: number, height: number): Size {
  return { width: Math.round(width), height: Math.round(height) };
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

function isBlocked({ rank }: Urgent): boolean {
  return rank === 0;
}
