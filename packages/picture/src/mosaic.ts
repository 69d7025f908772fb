import {
  belowWhich,
  type Column,
  fillRows,
  heightOfRows,
  MOST_STEPS,
  MOST_STRETCH,
  type PlacedFrame,
  type Row,
  type Shape,
  type Tile,
  WIDER,
  widthOf,
  withFullEnd,
} from './fill-rows.ts';
import { FRAME_GAP, type Size } from './geometry.ts';
import { type FramePieces, type PackedFrame, packFrame } from './pack-frame.ts';
import { tallestFirst } from './packing.ts';
import { type FloorOf, MANY_URGENT, smallestFrames, type Urgent } from './smallest-frames.ts';
import { packSteadily, type SmallWorld } from './steady-mosaic.ts';

/** Widths that are tried, against that of the area at the wanted aspect. */
const WIDTHS: readonly number[] = [0.92, 1, 1.08, 1.17];
/** Of few namespaces rows seldom come out even: more widths are tried. */
const MORE_WIDTHS: readonly number[] = [
  0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.17, 1.22, 1.28, 1.34, 1.4, 1.5,
];
const FEW = 60;
/** Each try packs all trees. */
const FEW_TREES = 500;
/** The first of a row may be packed as much lower: beside a very high one the others would be high and narrow. */
const SQUEEZES: readonly number[] = [1, 0.7];
const MORE_SQUEEZES: readonly number[] = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
/** What fills less than this of the height of its frame is packed again for that. */
const LOW = 0.75;
/** A world with a full last row may be this much higher for it. */
const MOST_HIGHER = 1.03;
/** So often the area of the world is guessed anew, until it grows by less than this. */
const MOST_TIMES = 20;
const NEARLY = 1.01;
/** A world may take this much more room if its namespaces then keep their places while objects come and go. */
const MOST_ROOMIER = 1.1;
/** In a world of more cards one of them changes little. */
const MOST_CARDS = 1000;

/**
 * The namespaces as a mosaic of about this aspect: the `urgent` ones in their order, then the tallest first. Each one
 * gets as high as its row, or shares a column with others. All frames of a row grow until the row is full. The least size of an
 * urgent one grows with its problems. Few namespaces keep their places if an object comes or goes, while that takes little room. With `former`, an order of all, each one comes when it came then.
 */
export function packMosaic(
  all: readonly FramePieces[],
  aspect: number,
  urgent: readonly Urgent[] = [],
  former?: readonly number[],
): readonly Tile[] {
  const natural = all.map((pieces) => packFrame(pieces, pieces.natural));
  const shapes = all.map(
    (pieces, at): Shape<PackedFrame> => ({
      least: pieces.least,
      usual: natural[at] as PackedFrame,
      at: (width) => packFrame(pieces, width),
    }),
  );
  const first = new Set(urgent.map(({ index }) => index));
  const others = tallestFirst(natural).filter((index) => !first.has(index));
  const order = former ? { urgent: former, others: [] } : { urgent: [...first], others };
  const area = usualArea(natural, aspect, urgent);
  const widest = widthOf(natural);
  let best: readonly Row<PackedFrame>[] = [];
  let least = Number.POSITIVE_INFINITY;
  const isFew = areFew(all);
  const widths = isFew ? MORE_WIDTHS : WIDTHS;
  const squeezes = isFew ? MORE_SQUEEZES : SQUEEZES;
  const isBelow = belowWhich(urgent, all.length);
  for (const stretch of widths) {
    for (const squeeze of squeezes) {
      const limit = Math.max(widest, Math.sqrt(area * aspect) * stretch);
      const floorOf = smallestFrames(limit, aspect, all.length, urgent);
      const rows = fillRows(shapes, order, { limit, squeeze, floorOf, isBelow });
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
  const steady = isFew ? steadily(tiles, { all, shapes, former, urgent, aspect }) : tiles;
  return steady.map((tile, index) => filled(tile, all[index] as FramePieces, aspect));
}

/** Of the world, with the least sizes of all. */
function usualArea(
  natural: readonly PackedFrame[],
  aspect: number,
  urgent: readonly Urgent[],
): number {
  const withFloors = (area: number): number =>
    areaOf(natural, smallestFrames(Math.sqrt(area * aspect), aspect, natural.length, urgent));
  let area = withFloors(areaOf(natural));
  // The least sizes grow with the world, and many of them are much of it.
  for (let time = 0; urgent.length > MANY_URGENT && time < MOST_TIMES; time++) {
    const grown = withFloors(area);
    const isSame = grown < area * NEARLY;
    area = grown;
    if (isSame) break;
  }
  return area;
}

function areaOf(frames: readonly Size[], floorOf: FloorOf = () => NO_SIZE): number {
  return frames.reduce((area, { width, height }, index) => {
    const floor = floorOf(index);
    const [wide, high] = [Math.max(width, floor.width), Math.max(height, floor.height)];
    return area + (wide + FRAME_GAP) * (high + FRAME_GAP);
  }, 0);
}

const NO_SIZE: Size = { width: 0, height: 0 };

function areFew(all: readonly FramePieces[]): boolean {
  const trees = all.reduce((sum, pieces) => sum + pieces.trees.length, 0);
  return all.length <= FEW && trees <= FEW_TREES;
}

function heightOf(tiles: readonly Tile[]): number {
  return tiles.reduce((most, { box }) => Math.max(most, box.y + box.height), 0);
}

/** Instead of these tiles others that keep their places, if they do not take much more room. */
function steadily(tiles: readonly Tile[], world: SmallWorld): readonly Tile[] {
  const cards = world.all.reduce((sum, pieces) => sum + cardsIn(pieces), 0);
  if (cards > MOST_CARDS) return tiles;
  const room = Math.max(widthOfTiles(tiles) / world.aspect, heightOf(tiles));
  const tries = { widths: MORE_WIDTHS, squeezes: [1, 0.8, 0.6] };
  return packSteadily(world, tries, MOST_ROOMIER * room) ?? tiles;
}

function cardsIn({ trees, singletons }: FramePieces): number {
  return trees.reduce((sum, { members }) => sum + members.length, singletons.length);
}

function widthOfTiles(tiles: readonly Tile[]): number {
  return tiles.reduce((most, { box }) => Math.max(most, box.x + box.width), 0);
}

/** Height of the smallest view of this aspect that shows all rows. */
function roomOf(rows: readonly Row[], aspect: number): number {
  return Math.max(widthOf(rows) / aspect, heightOfRows(rows));
}

function placeRows(
  rows: readonly Row<PackedFrame>[],
  all: readonly FramePieces[],
  { floorOf, least }: { readonly floorOf: FloorOf; readonly least: number },
): readonly Tile[] {
  const whole = Math.max(widthOf(rows), least);
  const tiles: Tile[] = new Array(all.length);
  const heightOf = ({ index, packed }: PlacedFrame<PackedFrame>): number =>
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
  { columns, width }: Row<PackedFrame>,
  whole: number,
  all: readonly FramePieces[],
): readonly Omit<Column<PackedFrame>, 'height'>[] {
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
