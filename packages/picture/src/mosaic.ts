import { type Box, FRAME_GAP } from './geometry.ts';
import { type FramePieces, type PackedFrame, packFrame } from './pack-frame.ts';
import { tallestFirst } from './packing.ts';

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
const WIDTHS = [0.92, 1, 1.08, 1.17] as const;
/** The first of a row may be packed as much lower: beside a very high one the others would be high and narrow. */
const SQUEEZES = [1, 0.7] as const;
/** A narrow frame is tried this much wider until it is low enough for its row. */
const WIDER = 1.08;
const MOST_STEPS = 8;
/** A row that is nearly empty is not drawn out to the whole width. */
const MOST_STRETCH = 1.6;
/** A world with a full last row may be this much higher for it. */
const MOST_HIGHER = 1.03;

/**
 * The namespaces as a mosaic of about this aspect, in the order given. Each one is packed to the height of its row, and what is left
 * of the row is shared out, so that nothing but the gaps between the frames is empty.
 */
export function packMosaic(all: readonly FramePieces[], aspect: number): readonly Tile[] {
  const natural = all.map((pieces) => packFrame(pieces, pieces.natural));
  const order = tallestFirst(natural);
  let area = 0;
  for (const { width, height } of natural) area += (width + FRAME_GAP) * (height + FRAME_GAP);
  const widest = Math.max(0, ...natural.map(({ width }) => width));
  let best: readonly Row[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const stretch of WIDTHS) {
    for (const squeeze of SQUEEZES) {
      const limit = Math.max(widest, Math.sqrt(area * aspect) * stretch);
      const rows = fillRows(all, natural, order, { limit, squeeze });
      const room = roomOf(rows, aspect);
      if (room >= least) continue;
      best = rows;
      least = room;
    }
  }
  const floor = smallestFrame(widthOf(best), all.length).height;
  const placed = placeRows(best, all, floor);
  if ((best.at(-1)?.width ?? 0) >= widthOf(best) / MOST_STRETCH) return placed;
  const evened = placeRows(withFullEnd(best), all, floor);
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

function fillRows(
  all: readonly FramePieces[],
  natural: readonly PackedFrame[],
  order: readonly number[],
  { limit, squeeze }: { readonly limit: number; readonly squeeze: number },
): readonly Row[] {
  const floor = smallestFrame(limit, all.length);
  const rows: Row[] = [];
  let row: Row | undefined;
  for (const index of order) {
    const pieces = all[index] as FramePieces;
    const usual = natural[index] as PackedFrame;
    let packed = row ? packLow(pieces, usual, row.height) : usual;
    let width = Math.max(packed.width, floor.width);
    if (!row || packed.height > row.height || row.width + FRAME_GAP + width > limit) {
      packed = packLow(pieces, usual, usual.height * squeeze);
      if (packed.width > limit) packed = usual;
      width = Math.max(packed.width, floor.width);
      row = {
        frames: [],
        height: Math.ceil(Math.max(packed.height, floor.height)),
        width: -FRAME_GAP,
      };
      rows.push(row);
    }
    row.frames.push({ index, packed, width });
    row.width += FRAME_GAP + width;
  }
  return rows;
}

/** A frame has room for its name when the whole world is in view, unless there are too many. */
function smallestFrame(
  world: number,
  frames: number,
): { readonly width: number; readonly height: number } {
  const width = world * Math.min(0.06, 0.9 / Math.sqrt(Math.max(1, frames)));
  return { width, height: width / 2 };
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
  least: number,
): readonly Tile[] {
  const whole = widthOf(rows);
  const tiles: Tile[] = new Array(all.length);
  let y = 0;
  for (const row of rows) {
    const frames = stretched(row, whole, all);
    const height = Math.ceil(Math.max(least, ...frames.map(({ packed }) => packed.height)));
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
