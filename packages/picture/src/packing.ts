import { ASPECT, type Box, contains, inflate, overlaps } from './geometry.ts';

/** Something to find a place for. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The upper left corner given to each size, in the order of the input, and the room they take. */
export interface Packing extends Size {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Packs on shelves, tallest first, equals in the order given; of several widths the one nearest to 3 : 2. Nothing overlaps. */
export function packOnShelves(sizes: readonly Size[], gap: number): Packing {
  let area = 0;
  let widest = 0;
  for (const { width, height } of sizes) {
    area += (width + gap) * (height + gap);
    widest = Math.max(widest, width);
  }
  const order = sizes.map((_, at) => at);
  order.sort((a, b) => (sizes[b]?.height ?? 0) - (sizes[a]?.height ?? 0) || a - b);
  const ideal = Math.sqrt(area * ASPECT);
  let limit = Math.max(widest, ideal);
  let best = packWithin(limit, sizes, order, gap);
  for (const stretch of STRETCHES) {
    if (ideal * stretch <= limit) continue;
    limit = ideal * stretch;
    const packing = packWithin(limit, sizes, order, gap);
    if (roomOf(packing) < roomOf(best)) best = packing;
  }
  return best;
}

/** Shelves are never full: some width above the ideal one ends nearer to 3 : 2. */
const STRETCHES = [1.1, 1.2, 1.35, 1.5] as const;

/** Height of the smallest 3 : 2 view that shows the whole packing. */
function roomOf({ width, height }: Size): number {
  return Math.max(width / ASPECT, height);
}

function packWithin(
  limit: number,
  sizes: readonly Size[],
  order: readonly number[],
  gap: number,
): Packing {
  const x: number[] = new Array(sizes.length).fill(0);
  const y: number[] = new Array(sizes.length).fill(0);
  const tops: number[] = [];
  const ends: number[] = [];
  let bottom = 0;
  let right = 0;
  for (let turn = 0; turn < order.length; turn++) {
    const at = order[turn] as number;
    const { width, height } = sizes[at] as Size;
    let shelf = 0;
    while (shelf < ends.length && (ends[shelf] as number) + width > limit) shelf++;
    if (shelf === ends.length) {
      tops.push(bottom);
      ends.push(0);
      bottom += Math.ceil(height) + gap;
    }
    const end = ends[shelf] as number;
    x[at] = end;
    y[at] = tops[shelf] as number;
    ends[shelf] = end + Math.ceil(width) + gap;
    right = Math.max(right, end + Math.ceil(width));
  }
  return { x, y, width: right, height: Math.max(0, bottom - gap) };
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
