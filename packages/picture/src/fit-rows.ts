import { MOST_STRETCH, type Shape, type Tile, widthOf } from './fill-rows.ts';
import { FRAME_GAP, type Size } from './geometry.ts';
import type { PackedFrame } from './pack-frame.ts';
import type { FloorOf } from './smallest-frames.ts';

/** Which namespaces stand where, by number: rows of columns of namespaces. */
export type Places = readonly (readonly (readonly number[])[])[];

interface FittedColumn {
  readonly frames: readonly number[];
  width: number;
  /** What its namespaces are packed to: sometimes they get no lower in the whole width. */
  within: number;
  height: number;
}

interface FittedRow extends Size {
  readonly columns: readonly FittedColumn[];
}

/** Rows that fill a width, and the height of the smallest view that shows them. */
export interface Fitted extends Size {
  readonly rows: readonly FittedRow[];
  readonly floorOf: FloorOf;
  readonly room: number;
}

/** What rows are made of, and for. */
export interface Fitting<Packed extends Size = Size> {
  readonly shapes: readonly Shape<Packed>[];
  /** The least sizes in a world of this width. */
  readonly floorsIn: (width: number) => FloorOf;
  readonly aspect: number;
}

/** A column is made so much wider until its namespaces get lower. */
const WIDER = 1.05;

/** Gives each column the width with which its row gets lowest. */
export function fitRows(places: Places, fitting: Fitting, within: number): Fitted {
  const floorOf = fitting.floorsIn(within);
  const rows = places.map((columns, at) => {
    const most = at < places.length - 1 ? Number.POSITIVE_INFINITY : MOST_STRETCH;
    return fitRow(columns, heightsOf(fitting, floorOf), { within, most });
  });
  const width = widthOf(rows);
  const height = rows.reduce((sum, row) => sum + row.height + FRAME_GAP, 0);
  return { rows, floorOf, width, height, room: Math.max(width / fitting.aspect, height) };
}

/** The least width of a column, and its height in a width. */
interface ColumnSizes {
  readonly least: (frames: readonly number[]) => number;
  readonly heightIn: (frames: readonly number[], width: number) => number;
}

function heightsOf({ shapes }: Fitting, floorOf: FloorOf): ColumnSizes {
  const shapeOf = (index: number): Shape => shapes[index] as Shape;
  const leastOf = (index: number): number => Math.max(shapeOf(index).least, floorOf(index).width);
  const highIn = (index: number, width: number): number =>
    Math.max(shapeOf(index).at(width).height, floorOf(index).height);
  return {
    least: (frames) => Math.ceil(Math.max(...frames.map(leastOf))),
    heightIn: (frames, width) =>
      frames.reduce((sum, index) => sum + highIn(index, width), (frames.length - 1) * FRAME_GAP),
  };
}

function fitRow(
  places: readonly (readonly number[])[],
  { least, heightIn }: ColumnSizes,
  { within, most }: { readonly within: number; readonly most: number },
): FittedRow {
  const columns = places.map((frames): FittedColumn => {
    const width = least(frames);
    return { frames, width, within: width, height: heightIn(frames, width) };
  });
  const gaps = (columns.length - 1) * FRAME_GAP;
  const taken = (): number => columns.reduce((sum, { width }) => sum + width, 0);
  for (let free = within - gaps - taken(); free > 0; ) {
    const highest = columns.reduce((a, b) => (b.height > a.height ? b : a));
    const more = lowered(highest, heightIn, free);
    if (more === 0) break;
    free -= more;
  }
  const stretch = Math.min(most, (within - gaps) / taken());
  for (const column of columns) {
    if (stretch <= 1) break;
    column.width = Math.floor(column.width * stretch);
    const height = heightIn(column.frames, column.width);
    if (height > column.height) continue;
    column.within = column.width;
    column.height = height;
  }
  const height = Math.ceil(columns.reduce((high, column) => Math.max(high, column.height), 0));
  return { columns, height, width: taken() + gaps };
}

/** Makes a column just so wide that it gets lower; returns how much wider, or 0 if there is not enough room. */
function lowered(column: FittedColumn, heightIn: ColumnSizes['heightIn'], free: number): number {
  const most = column.width + free;
  for (let width = column.width; width < most; ) {
    width = Math.min(most, Math.ceil(width * WIDER));
    const height = heightIn(column.frames, width);
    if (height >= column.height) continue;
    const more = width - column.width;
    column.width = width;
    column.within = width;
    column.height = height;
    return more;
  }
  return 0;
}

/** Boxes of all namespaces, without holes in a column. */
export function tilesOf(
  { rows, floorOf }: Fitted,
  { shapes }: Pick<Fitting<PackedFrame>, 'shapes'>,
): readonly Tile[] {
  const tiles: Tile[] = new Array(shapes.length);
  let y = 0;
  for (const row of rows) {
    let x = 0;
    for (const { frames, width, within, height } of row.columns) {
      const spare = (row.height - height) / frames.length;
      let top = y;
      for (const index of frames) {
        const packed = (shapes[index] as Shape<PackedFrame>).at(within);
        const least = Math.max(packed.height, floorOf(index).height);
        const isLast = index === frames.at(-1);
        const high = isLast ? y + row.height - top : Math.floor(least + spare);
        tiles[index] = { box: { x, y: top, width, height: high }, packed };
        top += high + FRAME_GAP;
      }
      x += width + FRAME_GAP;
    }
    y += row.height + FRAME_GAP;
  }
  return tiles;
}
