import { type Box, FRAME_GAP, type Size } from './geometry.ts';
import { type FramePieces, type PackedFrame, packFrame } from './pack-frame.ts';
import { tallestFirst } from './packing.ts';
import { type FloorOf, MANY_URGENT, smallestFrames, type Urgent } from './smallest-frames.ts';

/** A namespace in the world: how it is packed, and its box, which may have room to spare. */
export interface Tile {
  readonly box: Box;
  readonly packed: PackedFrame;
}

interface PlacedFrame {
  readonly index: number;
  readonly packed: PackedFrame;
}

/** Namespaces below each other. */
interface Column {
  readonly frames: PlacedFrame[];
  readonly width: number;
  /** Height of the frames and the gaps between them. */
  height: number;
}

/** Columns side by side, none higher than the first one. */
interface Row {
  readonly columns: Column[];
  readonly height: number;
  width: number;
}

/** No namespace fits into a smaller part of the area that it usually takes. */
const MOST_SQUEEZED = 1.3;
/** Widths that are tried, against that of the area at the wanted aspect. */
const WIDTHS: readonly number[] = [0.92, 1, 1.08, 1.17];
/** Rows of few namespaces seldom come out even: more widths are tried. */
const MORE_WIDTHS: readonly number[] = [
  0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.17, 1.22, 1.28, 1.34, 1.4, 1.5,
];
const FEW = 60;
/** In a world of so few namespaces, those with equally many problems may stand below each other. */
const MOST_BELOW = FEW;
/** More widths are tried up to so many trees only: each try packs all trees. */
const FEW_TREES = 500;
/** The first of a row may be packed as much lower: beside a very high one the others would be high and narrow. */
const SQUEEZES: readonly number[] = [1, 0.7];
const MORE_SQUEEZES: readonly number[] = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
/** A narrow frame is tried this much wider until it is low enough for its row. */
const WIDER = 1.08;
const MOST_STEPS = 8;
/** A namespace that fills less than this of the height of its frame is packed again for that height. */
const LOW = 0.75;
/** A row that is nearly empty is not drawn out to the whole width. */
const MOST_STRETCH = 1.6;
/** A world with a full last row may be this much higher for it. */
const MOST_HIGHER = 1.03;
/** The most times that the area of the world is guessed anew, until it grows by less than `NEARLY`. */
const MOST_TIMES = 20;
const NEARLY = 1.01;
/** Further namespaces to try at the end of a row of those with problems: first others with problems, then those without. */
const MOST_TRIED = 12;

/**
 * The namespaces as a mosaic of about this aspect: the `urgent` ones in their order, then the tallest first. Each one
 * gets as high as its row, or shares a column with others. All frames of a row grow until the row is full. The least size of an
 * urgent one grows with its problems. With `former`, an order of all, each one comes when it came then.
 */
export function packMosaic(
  all: readonly FramePieces[],
  aspect: number,
  urgent: readonly Urgent[] = [],
  former?: readonly number[],
): readonly Tile[] {
  const natural = all.map((pieces) => packFrame(pieces, pieces.natural));
  const first = new Set(urgent.map(({ index }) => index));
  const others = tallestFirst(natural).filter((index) => !first.has(index));
  const order = former ? { urgent: former, others: [] } : { urgent: [...first], others };
  const withFloors = (area: number): number =>
    areaOf(natural, smallestFrames(Math.sqrt(area * aspect), aspect, all.length, urgent));
  let area = withFloors(areaOf(natural));
  // The least sizes grow with the world, and many of them are much of it.
  for (let time = 0; urgent.length > MANY_URGENT && time < MOST_TIMES; time++) {
    const grown = withFloors(area);
    const isSame = grown < area * NEARLY;
    area = grown;
    if (isSame) break;
  }
  const widest = widthOf(natural);
  let best: readonly Row[] = [];
  let least = Number.POSITIVE_INFINITY;
  const { widths, squeezes } = triesOf(all);
  const isBelow = belowWhich(urgent, all.length);
  for (const stretch of widths) {
    for (const squeeze of squeezes) {
      const limit = Math.max(widest, Math.sqrt(area * aspect) * stretch);
      const floorOf = smallestFrames(limit, aspect, all.length, urgent);
      const rows = fillRows(all, natural, order, { limit, squeeze, floorOf, isBelow });
      const room = roomOf(rows, aspect);
      if (room >= least) continue;
      best = rows;
      least = room;
    }
  }
  const floorOf = smallestFrames(widthOf(best), aspect, all.length, urgent);
  // A higher world leaves the sides of its view empty: names of many have room there.
  const wide = all.length > FEW ? Math.floor(heightOfRows(best) * aspect) : 0;
  const placed = placeRows(best, all, { floorOf, least: wide });
  const isFull = (best.at(-1)?.width ?? 0) >= widthOf(best) / MOST_STRETCH;
  const evened = isFull ? placed : placeRows(withFullEnd(best), all, { floorOf, least: wide });
  const tiles = heightOf(evened) <= heightOf(placed) * MOST_HIGHER ? evened : placed;
  return tiles.map((tile, index) => filled(tile, all[index] as FramePieces, aspect));
}

function areaOf(frames: readonly Size[], floorOf: FloorOf = () => NO_SIZE): number {
  return frames.reduce((area, { width, height }, index) => {
    const floor = floorOf(index);
    const [wide, high] = [Math.max(width, floor.width), Math.max(height, floor.height)];
    return area + (wide + FRAME_GAP) * (high + FRAME_GAP);
  }, 0);
}

const NO_SIZE: Size = { width: 0, height: 0 };

function triesOf(all: readonly FramePieces[]): Record<'widths' | 'squeezes', readonly number[]> {
  const trees = all.reduce((sum, pieces) => sum + pieces.trees.length, 0);
  const isFew = all.length <= FEW && trees <= FEW_TREES;
  if (isFew) return { widths: MORE_WIDTHS, squeezes: MORE_SQUEEZES };
  return { widths: WIDTHS, squeezes: SQUEEZES };
}

/** The rows, of which the last ones gave columns on until none is nearly empty. */
function withFullEnd(rows: readonly Row[]): readonly Row[] {
  const fewest = widthOf(rows) / MOST_STRETCH;
  const evened = rows.map((row) => ({ ...row, columns: [...row.columns] }));
  for (let at = evened.length - 1; at > 0; at--) {
    const [above, row] = [evened[at - 1] as Row, evened[at] as Row];
    while (row.width < fewest && above.columns.length > 1) {
      const moved = above.columns.pop() as Column;
      row.columns.unshift(moved);
      row.width += FRAME_GAP + moved.width;
      above.width -= FRAME_GAP + moved.width;
    }
  }
  return evened;
}

function heightOf(tiles: readonly Tile[]): number {
  return tiles.reduce((most, { box }) => Math.max(most, box.y + box.height), 0);
}

/** Height of the smallest view of this aspect that shows all rows. */
function roomOf(rows: readonly Row[], aspect: number): number {
  return Math.max(widthOf(rows) / aspect, heightOfRows(rows));
}

/** Height of rows below each other, with a gap below each. */
function heightOfRows(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.height + FRAME_GAP, 0);
}

/** Width of the widest part. */
function widthOf(parts: readonly { readonly width: number }[]): number {
  return parts.reduce((most, { width }) => Math.max(most, width), 0);
}

/** Numbers of namespaces; the others from the tallest down. */
interface Order {
  readonly urgent: readonly number[];
  readonly others: readonly number[];
}

interface Filling {
  /** The most width of a row. */
  readonly limit: number;
  /** Height to which the first of a row is packed, against its usual height. */
  readonly squeeze: number;
  readonly floorOf: FloorOf;
  /** Whether one namespace may stand below another one. */
  readonly isBelow: (index: number, upper: number) => boolean;
}

/** The urgent ones stand side by side, so that they read from left to right; of few, equals may stand below each other. */
function belowWhich(urgent: readonly Urgent[], namespaces: number): Filling['isBelow'] {
  const ranks = new Map(urgent.map((each) => [each.index, `${each.rank} ${each.problems}`]));
  return (index, upper) => {
    const own = ranks.get(index);
    return own === undefined || (namespaces <= MOST_BELOW && own === ranks.get(upper));
  };
}

function fillRows(
  all: readonly FramePieces[],
  natural: readonly PackedFrame[],
  { urgent, others }: Order,
  { limit, squeeze, floorOf, isBelow }: Filling,
): readonly Row[] {
  const rows: Row[] = [];
  const isUrgent = new Set(urgent);
  const placed = new Set<number>();
  const isAdded = (row: Row, index: number): boolean => {
    const pieces = all[index] as FramePieces;
    const usual = natural[index] as PackedFrame;
    const floor = floorOf(index);
    if (tookBelow(row, { index, pieces, usual, floor }, isBelow)) return true;
    const packed = packLow(pieces, usual, row.height);
    const width = Math.max(packed.width, floor.width);
    if (packed.height > row.height || row.width + FRAME_GAP + width > limit) return false;
    row.columns.push(columnOf(index, packed, floor));
    row.width += FRAME_GAP + width;
    return true;
  };
  const begin = (index: number): void => {
    const usual = natural[index] as PackedFrame;
    let packed = packLow(all[index] as FramePieces, usual, usual.height * squeeze);
    if (packed.width > limit) packed = usual;
    const column = columnOf(index, packed, floorOf(index));
    rows.push({ columns: [column], height: Math.ceil(column.height), width: column.width });
  };
  /** The urgent ones are in no order of height: a row of them often ends because the next one is too high for it. */
  const fill = (row: Row): void => {
    const low = others.findIndex((index) => (natural[index] as PackedFrame).height <= row.height);
    for (const left of [urgent, low < 0 ? [] : others.slice(low)]) {
      const tried = left.filter((index) => !placed.has(index)).slice(0, MOST_TRIED);
      for (const index of tried) if (isAdded(row, index)) placed.add(index);
    }
  };
  for (const index of [...urgent, ...others]) {
    if (placed.has(index)) continue;
    const row = rows.at(-1);
    placed.add(index);
    if (row && isAdded(row, index)) continue;
    if (row && isUrgent.has(row.columns[0]?.frames[0]?.index ?? -1)) fill(row);
    begin(index);
  }
  return rows;
}

function columnOf(index: number, packed: PackedFrame, floor: Size): Column {
  return {
    frames: [{ index, packed }],
    width: Math.max(packed.width, floor.width),
    height: Math.max(packed.height, floor.height),
  };
}

interface Candidate {
  readonly index: number;
  readonly pieces: FramePieces;
  readonly usual: PackedFrame;
  readonly floor: Size;
}

/** Puts the namespace below others in a column of the row; false if none has room. */
function tookBelow(
  row: Row,
  { index, pieces, usual, floor }: Candidate,
  isBelow: Filling['isBelow'],
): boolean {
  for (const column of row.columns) {
    if (!column.frames.every((upper) => isBelow(index, upper.index))) continue;
    const room = row.height - column.height - FRAME_GAP;
    if (room < floor.height || column.width < Math.max(pieces.least, floor.width)) continue;
    // Packing takes longer than seeing that it has no room.
    if (usual.width * usual.height > column.width * room * MOST_SQUEEZED) continue;
    const packed = packFrame(pieces, column.width);
    if (packed.width > column.width || packed.height > room) continue;
    column.frames.push({ index, packed });
    column.height += FRAME_GAP + Math.max(packed.height, floor.height);
    return true;
  }
  return false;
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
  { floorOf, least }: { readonly floorOf: FloorOf; readonly least: number },
): readonly Tile[] {
  const whole = Math.max(widthOf(rows), least);
  const tiles: Tile[] = new Array(all.length);
  const heightOf = ({ index, packed }: PlacedFrame): number =>
    Math.max(packed.height, floorOf(index).height);
  let y = 0;
  for (const row of rows) {
    const columns = stretched(row, whole, all).map(({ frames, width }) => {
      const gaps = (frames.length - 1) * FRAME_GAP;
      return { frames, width, height: frames.reduce((sum, each) => sum + heightOf(each), gaps) };
    });
    const height = Math.ceil(Math.max(...columns.map((column) => column.height)));
    let x = 0;
    for (const { frames, width, ...column } of columns) {
      const spare = (height - column.height) / frames.length;
      let top = y;
      for (const frame of frames) {
        const isLast = frame === frames.at(-1);
        const high = isLast ? y + height - top : Math.floor(heightOf(frame) + spare);
        tiles[frame.index] = { box: { x, y: top, width, height: high }, packed: frame.packed };
        top += high + FRAME_GAP;
      }
      x += width + FRAME_GAP;
    }
    y += height + FRAME_GAP;
  }
  return tiles;
}

/** The columns of a row drawn out to the whole width: packed wider, most namespaces become lower. */
function stretched(
  { columns, width }: Row,
  whole: number,
  all: readonly FramePieces[],
): readonly Omit<Column, 'height'>[] {
  const gaps = (columns.length - 1) * FRAME_GAP;
  const stretch = Math.min(MOST_STRETCH, (whole - gaps) / (width - gaps));
  return columns.map((column) => {
    const wide = Math.floor(column.width * stretch);
    const frames = column.frames.map((frame) => {
      const packed = packFrame(all[frame.index] as FramePieces, wide);
      return packed.height <= frame.packed.height ? { ...frame, packed } : frame;
    });
    return { frames, width: wide };
  });
}

/** A frame may be as wide and high as its name needs. In a high one what stands in it lies in no long row: it gets about the shape of a view, to be read whole. */
function filled({ box, packed }: Tile, pieces: FramePieces, aspect: number): Tile {
  const area = packed.width * packed.height;
  if (packed.height > box.height * LOW) return { box, packed };
  let width = Math.max(Math.sqrt(area * aspect), area / box.height);
  for (let step = 0; step < MOST_STEPS && width < packed.width; step++) {
    const higher = packFrame(pieces, width);
    if (higher.height <= box.height && higher.width < packed.width) return { box, packed: higher };
    width *= WIDER;
  }
  return { box, packed };
}
