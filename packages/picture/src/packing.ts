import { type Box, contains, inflate, overlaps, type Size } from './geometry.ts';

/** The upper left corner given to each size, in the order of the input, and the room they take. */
export interface Packing extends Size {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Higher than all sizes together. */
const ENDLESS = 2 ** 30;
/** Among more spaces than this, looking for one takes longer than its area is worth. */
const MOST_SPACES = 48;

/** The sizes by height, tallest first, equals in the order given. */
export function tallestFirst(sizes: readonly Size[]): readonly number[] {
  const order = sizes.map((_, at) => at);
  return order.sort((a, b) => (sizes[b]?.height ?? 0) - (sizes[a]?.height ?? 0) || a - b);
}

/**
 * Packs into a strip of this width, which is at least that of the widest: in shelves, and in what is left beside and below
 * each size on its shelf. Nothing overlaps.
 */
export function packStrip(
  sizes: readonly Size[],
  order: readonly number[],
  width: number,
  gap: number,
): Packing {
  const x: number[] = new Array(sizes.length).fill(0);
  const y: number[] = new Array(sizes.length).fill(0);
  // Whole numbers, as the sizes are then: before code is compiled, each other number that is calculated takes memory.
  const endless = { x: 0, y: 0, width: Math.floor(width) + gap, height: ENDLESS };
  const spaces = [endless];
  let right = 0;
  let bottom = 0;
  for (let next = 0; next < order.length; next++) {
    const at = order[next] as number;
    const size = sizes[at] as Size;
    const wide = Math.ceil(size.width) + gap;
    const high = Math.ceil(size.height) + gap;
    const last = Math.max(0, spaces.length - MOST_SPACES);
    let found = spaces.length - 1;
    while (found > last) {
      const { width, height } = spaces[found] as Box;
      if (wide <= width && high <= height) break;
      found--;
    }
    const space = found > last ? (spaces[found] ?? endless) : endless;
    x[at] = space.x;
    y[at] = space.y;
    right = Math.max(right, space.x + wide - gap);
    bottom = Math.max(bottom, space.y + high - gap);
    spaces.push({ x: space.x + wide, y: space.y, width: space.width - wide, height: high });
    space.y += high;
    space.height -= high;
  }
  return { x, y, width: right, height: bottom };
}

/**
 * The highest, then leftmost corner inside `area` where `size` keeps `gap` from all `taken` boxes;
 * `undefined` if there is none. Considers the corners beside and below the taken boxes.
 */
export function findHole(
  size: Size,
  area: Box,
  taken: readonly Box[],
  gap: number,
): Box | undefined {
  const candidates: { x: number; y: number }[] = [{ x: area.x, y: area.y }];
  for (const box of taken) {
    candidates.push({ x: box.x + box.width + gap, y: box.y });
    candidates.push({ x: box.x, y: box.y + box.height + gap });
    candidates.push({ x: area.x, y: box.y + box.height + gap });
  }
  candidates.sort((a, b) => a.y - b.y || a.x - b.x);
  for (const { x, y } of candidates) {
    const box: Box = { x, y, width: size.width, height: size.height };
    if (!contains(area, box)) continue;
    const wide = inflate(box, gap);
    if (!taken.some((other) => overlaps(wide, other))) return box;
  }
  return undefined;
}
