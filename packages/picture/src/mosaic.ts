import { type Box, FRAME_GAP } from './geometry.ts';
import { type FramePieces, type PackedFrame, packFrame } from './pack-frame.ts';
import { type Size, tallestFirst } from './packing.ts';

/** A namespace in the world: how it is packed, and its box, which may have room to spare. */
export interface Tile {
  readonly box: Box;
  readonly packed: PackedFrame;
}

interface RowFrame {
  readonly index: number;
  readonly packed: PackedFrame;
  readonly width: number;
}

/** Namespaces side by side, all as high as the first one. */
interface Row {
  readonly frames: RowFrame[];
  readonly height: number;
  width: number;
}

/** Widths that are tried, against that of the area at the wanted aspect. */
const WIDTHS: readonly number[] = [0.92, 1, 1.08, 1.17];
/** Of few namespaces of which some are urgent, rows seldom come out even: more widths are tried. */
const MORE_WIDTHS: readonly number[] = [0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.17, 1.22];
const FEW = 20;
/** The first of a row may be packed as much lower: beside a very high one the others would be high and narrow. */
const SQUEEZES = [1, 0.7] as const;
/** A narrow frame is tried this much wider until it is low enough for its row. */
const WIDER = 1.08;
const MOST_STEPS = 8;
/** A row that is nearly empty is not drawn out to the whole width. */
const MOST_STRETCH = 1.6;
/** A world with a full last row may be this much higher for it. */
const MOST_HIGHER = 1.03;
/** Width of the smallest frame with a problem against that of the world: room for its name, the sign before it, and a mark. */
const URGENT_WIDTH = 0.09;
/** The same in a world for a phone. */
const UPRIGHT_URGENT_WIDTH = 0.16;
/** With more such frames than these they would take too much of the world, and get smaller. */
const MANY_URGENT = 28;
/** So many namespaces without problems are tried beside those with problems, at the end of one of their rows. */
const MOST_TRIED = 12;

/**
 * The namespaces as a mosaic of about this aspect: the `urgent` ones in their order, then the tallest first. Each one is packed to the
 * height of its row, and what is left of the row is shared out, so that nothing but the gaps between the frames is empty.
 */
export function packMosaic(
  all: readonly FramePieces[],
  aspect: number,
  urgent: readonly number[] = [],
): readonly Tile[] {
  const natural = all.map((pieces) => packFrame(pieces, pieces.natural));
  const first = new Set(urgent);
  const order = { urgent, others: tallestFirst(natural).filter((index) => !first.has(index)) };
  let area = 0;
  for (const { width, height } of natural) area += (width + FRAME_GAP) * (height + FRAME_GAP);
  const widest = Math.max(0, ...natural.map(({ width }) => width));
  let best: readonly Row[] = [];
  let least = Number.POSITIVE_INFINITY;
  const widths = urgent.length > 0 && all.length <= FEW ? MORE_WIDTHS : WIDTHS;
  for (const stretch of widths) {
    for (const squeeze of SQUEEZES) {
      const limit = Math.max(widest, Math.sqrt(area * aspect) * stretch);
      const floorOf = smallestFrames(limit, aspect, all.length, urgent);
      const rows = fillRows(all, natural, order, { limit, squeeze, floorOf });
      const room = roomOf(rows, aspect);
      if (room >= least) continue;
      best = rows;
      least = room;
    }
  }
  const floorOf = smallestFrames(widthOf(best), aspect, all.length, urgent);
  const placed = placeRows(best, all, floorOf);
  if ((best.at(-1)?.width ?? 0) >= widthOf(best) / MOST_STRETCH) return placed;
  const evened = placeRows(withFullEnd(best), all, floorOf);
  return heightOf(evened) <= heightOf(placed) * MOST_HIGHER ? evened : placed;
}

/** The rows, of which the last ones gave frames on until none is nearly empty. */
function withFullEnd(rows: readonly Row[]): readonly Row[] {
  const fewest = widthOf(rows) / MOST_STRETCH;
  const evened = rows.map((row) => ({ ...row, frames: [...row.frames] }));
  for (let at = evened.length - 1; at > 0; at--) {
    const [above, row] = [evened[at - 1] as Row, evened[at] as Row];
    while (row.width < fewest && above.frames.length > 1) {
      const moved = above.frames.pop() as RowFrame;
      row.frames.unshift(moved);
      row.width += FRAME_GAP + moved.width;
      above.width -= FRAME_GAP + moved.width;
    }
  }
  return evened;
}

function heightOf(tiles: readonly Tile[]): number {
  return Math.max(0, ...tiles.map(({ box }) => box.y + box.height));
}

/** Height of the smallest view of this aspect that shows all rows. */
function roomOf(rows: readonly Row[], aspect: number): number {
  const height = rows.reduce((sum, row) => sum + row.height + FRAME_GAP, 0);
  return Math.max(widthOf(rows) / aspect, height);
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(({ width }) => width));
}

/** By number of the namespace. */
type FloorOf = (index: number) => Size;

/** Numbers of namespaces; the others from the tallest down. */
interface Order {
  readonly urgent: readonly number[];
  readonly others: readonly number[];
}

/** How rows are filled. */
interface Filling {
  /** Of the width. */
  readonly limit: number;
  /** How low the first of a row is packed, against its usual height. */
  readonly squeeze: number;
  readonly floorOf: FloorOf;
}

function fillRows(
  all: readonly FramePieces[],
  natural: readonly PackedFrame[],
  { urgent, others }: Order,
  { limit, squeeze, floorOf }: Filling,
): readonly Row[] {
  const rows: Row[] = [];
  const isUrgent = new Set(urgent);
  const placed = new Set<number>();
  const isAdded = (row: Row, index: number): boolean => {
    const packed = packLow(all[index] as FramePieces, natural[index] as PackedFrame, row.height);
    const width = Math.max(packed.width, floorOf(index).width);
    if (packed.height > row.height || row.width + FRAME_GAP + width > limit) return false;
    row.frames.push({ index, packed, width });
    row.width += FRAME_GAP + width;
    return true;
  };
  const begin = (index: number): void => {
    const usual = natural[index] as PackedFrame;
    let packed = packLow(all[index] as FramePieces, usual, usual.height * squeeze);
    if (packed.width > limit) packed = usual;
    const width = Math.max(packed.width, floorOf(index).width);
    const height = Math.ceil(Math.max(packed.height, floorOf(index).height));
    rows.push({ frames: [{ index, packed, width }], height, width });
  };
  /** The urgent ones are in no order of height: a row of them often ends because the next one is too high for it. */
  const fill = (row: Row): void => {
    const low = others.findIndex((index) => (natural[index] as PackedFrame).height <= row.height);
    if (low < 0) return;
    const tried = others.slice(low).filter((index) => !placed.has(index));
    for (const index of tried.slice(0, MOST_TRIED)) if (isAdded(row, index)) placed.add(index);
  };
  for (const index of [...urgent, ...others]) {
    if (placed.has(index)) continue;
    const row = rows.at(-1);
    if (row && isAdded(row, index)) continue;
    if (row && isUrgent.has((row.frames[0] as RowFrame).index)) fill(row);
    begin(index);
  }
  return rows;
}

/**
 * The least size of each frame. It has room for its name when the whole world is in view, unless there are too many; one with a problem
 * has more.
 */
function smallestFrames(
  world: number,
  aspect: number,
  frames: number,
  urgent: readonly number[],
): FloorOf {
  const width = world * Math.min(0.06, 0.9 / Math.sqrt(Math.max(1, frames)));
  const most = aspect < 1 ? UPRIGHT_URGENT_WIDTH : URGENT_WIDTH;
  const share = most * Math.min(1, Math.sqrt(MANY_URGENT / Math.max(1, urgent.length)));
  const wide = Math.max(width, world * share);
  const usual = { width, height: width / 2 };
  const roomy = { width: wide, height: wide / 2 };
  const isUrgent = new Set(urgent);
  return (index) => (isUrgent.has(index) ? roomy : usual);
}

/** The namespace packed as narrow as this height allows; in a few steps it gets no wider than that takes. */
function packLow(pieces: FramePieces, usual: PackedFrame, height: number): PackedFrame {
  let width = Math.max(pieces.least, (usual.width * usual.height) / height);
  let packed = packFrame(pieces, width);
  for (let step = 0; step < MOST_STEPS && packed.height > height; step++) {
    width *= WIDER;
    packed = packFrame(pieces, width);
  }
  return packed;
}

function placeRows(
  rows: readonly Row[],
  all: readonly FramePieces[],
  floorOf: FloorOf,
): readonly Tile[] {
  const whole = widthOf(rows);
  const tiles: Tile[] = new Array(all.length);
  let y = 0;
  for (const row of rows) {
    const frames = stretched(row, whole, all);
    const height = Math.ceil(
      Math.max(
        ...frames.map(({ index, packed }) => Math.max(packed.height, floorOf(index).height)),
      ),
    );
    let x = 0;
    for (const { index, packed, width } of frames) {
      tiles[index] = { box: { x, y, width, height }, packed };
      x += width + FRAME_GAP;
    }
    y += height + FRAME_GAP;
  }
  return tiles;
}

/** The frames of a row drawn out to the whole width: packed wider, most of them become lower. */
function stretched(
  { frames, width }: Row,
  whole: number,
  all: readonly FramePieces[],
): readonly RowFrame[] {
  const gaps = (frames.length - 1) * FRAME_GAP;
  const stretch = Math.min(MOST_STRETCH, (whole - gaps) / (width - gaps));
  return frames.map((frame) => {
    const wide = Math.floor(frame.width * stretch);
    const packed = packFrame(all[frame.index] as FramePieces, wide);
    const isLower = packed.height <= frame.packed.height;
    return { index: frame.index, width: wide, packed: isLower ? packed : frame.packed };
  });
}
