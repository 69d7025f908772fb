import { type Box, FRAME_GAP } from './geometry.ts';
import { type FramePieces, type PackedFrame, packFrame } from './pack-frame.ts';
import { tallestFirst } from './packing.ts';

/** A namespace in the world: how it is packed, and its box, which may have room to spare. */
export interface Tile {
  readonly box: Box;
  readonly packed: PackedFrame;
}

interface ColumnFrame {
  readonly index: number;
  readonly packed: PackedFrame;
}

/** A namespace, and below it those that its row has room for. */
interface Column {
  readonly frames: ColumnFrame[];
  readonly width: number;
}

/** Columns side by side, all as high as the first one. */
interface Row {
  readonly columns: Column[];
  readonly height: number;
  width: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
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

/**
 * The namespaces as a mosaic of about this aspect, in the order given. Each one is packed to the height of its row, what would be
 * the last row moves below frames that are low, and what is left of a row is shared out: nothing but gaps is empty.
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
  return placeRows(best, smallestFrame(widthOf(best), all.length));
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
        columns: [],
        height: lowest(packed, floor),
        width: -FRAME_GAP,
      };
      rows.push(row);
    }
    row.columns.push({ frames: [{ index, packed }], width });
    row.width += FRAME_GAP + width;
  }
  const whole = widthOf(rows);
  const drawnOut = rows.map((each) => stretched(each, whole, all, floor));
  while (moveLastRow(drawnOut, all, floor)) drawnOut.pop();
  return drawnOut;
}

/** Moves the frames of the last row below others, into room that rows above have to spare, if that is there for all of them. */
function moveLastRow(rows: readonly Row[], all: readonly FramePieces[], floor: Size): boolean {
  const last = rows.at(-1);
  if (!last || rows.length === 1) return false;
  const columns = rows.slice(0, -1).flatMap((row) =>
    row.columns.map((column) => ({
      column,
      spare: row.height - heightOf(column, floor),
      added: [] as ColumnFrame[],
    })),
  );
  for (const { index } of last.columns.flatMap(({ frames }) => frames)) {
    const pieces = all[index] as FramePieces;
    const found = columns.find(({ column: { width }, spare }) => {
      const isWide = width >= Math.max(pieces.least, floor.width);
      return isWide && FRAME_GAP + lowest(packFrame(pieces, width), floor) <= spare;
    });
    if (!found) return false;
    const packed = packFrame(pieces, found.column.width);
    found.spare -= FRAME_GAP + lowest(packed, floor);
    found.added.push({ index, packed });
  }
  for (const { column, added } of columns) column.frames.push(...added);
  return true;
}

function lowest({ height }: Size, floor: Size): number {
  return Math.ceil(Math.max(height, floor.height));
}

function heightOf({ frames }: Column, floor: Size): number {
  const gaps = (frames.length - 1) * FRAME_GAP;
  return frames.reduce((sum, { packed }) => sum + lowest(packed, floor), gaps);
}

/** A frame has room for its name when the whole world is in view, unless there are too many. */
function smallestFrame(world: number, frames: number): Size {
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

function placeRows(rows: readonly Row[], floor: Size): readonly Tile[] {
  const tiles: Tile[] = [];
  let y = 0;
  for (const { columns, height } of rows) {
    let x = 0;
    for (const column of columns) {
      const { frames, width } = column;
      const share = Math.floor((height - heightOf(column, floor)) / frames.length);
      let top = y;
      for (const [at, { index, packed }] of frames.entries()) {
        const isLast = at === frames.length - 1;
        const box = {
          x,
          y: top,
          width,
          height: isLast ? y + height - top : lowest(packed, floor) + share,
        };
        tiles[index] = { box, packed };
        top += box.height + FRAME_GAP;
      }
      x += width + FRAME_GAP;
    }
    y += height + FRAME_GAP;
  }
  return tiles;
}

/** A row drawn out to the whole width: packed wider, most frames become lower. */
function stretched(
  { columns, width }: Row,
  whole: number,
  all: readonly FramePieces[],
  floor: Size,
): Row {
  const gaps = (columns.length - 1) * FRAME_GAP;
  const stretch = Math.min(MOST_STRETCH, (whole - gaps) / (width - gaps));
  const wider = columns.map((column) => {
    const wide = Math.floor(column.width * stretch);
    const frames = column.frames.map(({ index, packed: before }) => {
      const packed = packFrame(all[index] as FramePieces, wide);
      return { index, packed: packed.height <= before.height ? packed : before };
    });
    return { frames, width: wide };
  });
  return {
    columns: wider,
    height: Math.max(...wider.map((column) => heightOf(column, floor))),
    width: wider.reduce((sum, column) => sum + column.width, gaps),
  };
}
