/** A place in px: of the world, unless it says otherwise. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Lengths in px: of the world, unless it says otherwise. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle; `x`, `y` is its upper left corner. */
export interface Box extends Point, Size {}

/** Width of every card in world px: a name of about 24 characters at 12 px beside the glyph. */
export const CARD_WIDTH = 192;
/** Height of every card in world px: two lines of text. */
export const CARD_HEIGHT = 44;

/** Gap between siblings; also holds the rail that leads from an owner into a grid of leaves. */
export const GAP_X = 20;
/** Gap between the rows of a grid of leaves: the kind of each has room below it while its card has one line. */
export const GAP_Y = 26;
/** Distance below an owner where the lines from its dependents meet: its kind has room above them while its card has one line. */
export const BUS = 27;
/** Distance from the middle of an owner to the middle of its dependents, in world px. */
export const LEVEL: number = CARD_HEIGHT + BUS + 18;
/** Room below the card of a leaf that says why: with the gap to the next tree, two lines while cards show names. */
export const REASON_ROOM = 56;
/** Width kept free for the card of an object with such a reason: while cards have one line, its name is the widest. */
export const REASON_WIDTH: number = CARD_WIDTH + 96;
/** One cell of a grid of leaves. */
export const CELL_WIDTH: number = CARD_WIDTH + GAP_X;
export const CELL_HEIGHT: number = CARD_HEIGHT + GAP_Y;
/** Gaps between two trees of a namespace, and between two namespaces. */
export const TREE_GAP = 32;
export const FRAME_GAP = 56;
/** The room of a tree includes the lanes around it, and nothing else. */
export const AROUND_TREE: number = TREE_GAP / 2 - 1;
/** Room inside a namespace frame around its trees; the label stands in the band above them. */
export const FRAME_PADDING = 30;
export const FRAME_LABEL = 36;
/** Width to height of a world that is made for no view, and of grids. */
export const ASPECT = 1.5;

/** Whether two boxes share an area; touching edges do not count. */
export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * Returns the same number, as a small integer where it is whole. Until V8 has compiled the code, it allocates each number that it
 * reads from a Float64Array, and each result of calculating with it; small integers need no memory.
 */
export function plain(value: number): number {
  const whole = value | 0;
  return whole === value ? whole : value;
}

/** The box with `by` px more on every side. */
export function inflate({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Whether `inner` lies within `outer`; it may touch its sides. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Columns of a near 3 : 2 grid of `count` cards. */
export function gridColumns(count: number): number {
  return Math.max(1, Math.ceil(Math.sqrt((ASPECT * count * CELL_HEIGHT) / CELL_WIDTH)));
}

/** The smallest box around both. */
export function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
