import { type Box, FRAME_GAP, type Size } from './geometry.ts';
import type { PackedFrame } from './pack-frame.ts';
import type { FloorOf, Urgent } from './smallest-frames.ts';

/** A namespace in the world: how it is packed, and its box, which may have room to spare. */
export interface Tile {
  readonly box: Box;
  readonly packed: PackedFrame;
}

export interface PlacedFrame<Packed extends Size> {
  readonly index: number;
  readonly packed: Packed;
}

/** How large a namespace gets: `least` is its least width. */
export interface Shape<Packed extends Size = Size> {
  readonly least: number;
  readonly usual: Packed;
  /** When it is packed to this width. */
  readonly at: (width: number) => Packed;
}

/** Namespaces below each other. */
export interface Column<Packed extends Size> {
  readonly frames: PlacedFrame<Packed>[];
  readonly width: number;
  /** Of the frames and the gaps between them. */
  height: number;
}

/** Columns side by side, none higher than the first one. */
export interface Row<Packed extends Size = Size> {
  readonly columns: Column<Packed>[];
  readonly height: number;
  width: number;
}

/** No namespace fits into a smaller part of the area that it usually takes. */
const MOST_SQUEEZED = 1.3;
/** Among so many, those with equally many problems may stand below each other. */
const MOST_BELOW = 60;
/** A narrow frame is tried this much wider until it is low enough for its row. */
export const WIDER = 1.08;
export const MOST_STEPS = 8;
/** A row that is nearly empty is not drawn out to the whole width. */
export const MOST_STRETCH = 1.6;
/** So many further namespaces are tried at the end of a row of those with problems: first others with problems, then those without. */
const MOST_TRIED = 12;

/** Numbers of namespaces; the others from the tallest down. */
export interface Order {
  readonly urgent: readonly number[];
  readonly others: readonly number[];
}

/** How rows are filled. */
export interface Filling {
  /** Of the width. */
  readonly limit: number;
  /** How low the first of a row is packed, against its usual height. */
  readonly squeeze: number;
  readonly floorOf: FloorOf;
  /** Whether one namespace may stand below another one. */
  readonly isBelow: (index: number, upper: number) => boolean;
}

/** The urgent ones stand side by side, so that they read from left to right; of few, equals may stand below each other. */
export function belowWhich(urgent: readonly Urgent[], namespaces: number): Filling['isBelow'] {
  const ranks = new Map(urgent.map((each) => [each.index, `${each.rank} ${each.problems}`]));
  return (index, upper) => {
    const own = ranks.get(index);
    return own === undefined || (namespaces <= MOST_BELOW && own === ranks.get(upper));
  };
}

/** Puts the namespaces into rows, in their order. */
export function fillRows<Packed extends Size>(
  shapes: readonly Shape<Packed>[],
  { urgent, others }: Order,
  { limit, squeeze, floorOf, isBelow }: Filling,
): readonly Row<Packed>[] {
  const rows: Row<Packed>[] = [];
  const isUrgent = new Set(urgent);
  const placed = new Set<number>();
  const isAdded = (row: Row<Packed>, index: number): boolean => {
    const shape = shapes[index] as Shape<Packed>;
    const floor = floorOf(index);
    if (tookBelow(row, { index, shape, floor }, isBelow)) return true;
    const packed = packLow(shape, row.height);
    const width = Math.max(packed.width, floor.width);
    if (packed.height > row.height || row.width + FRAME_GAP + width > limit) return false;
    row.columns.push(columnOf(index, packed, floor));
    row.width += FRAME_GAP + width;
    return true;
  };
  const begin = (index: number): void => {
    const shape = shapes[index] as Shape<Packed>;
    const { usual } = shape;
    let packed = packLow(shape, usual.height * squeeze);
    if (packed.width > limit) packed = usual;
    const column = columnOf(index, packed, floorOf(index));
    rows.push({ columns: [column], height: Math.ceil(column.height), width: column.width });
  };
  /** The urgent ones are in no order of height: a row of them often ends because the next one is too high for it. */
  const fill = (row: Row<Packed>): void => {
    const low = others.findIndex(
      (index) => (shapes[index] as Shape<Packed>).usual.height <= row.height,
    );
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

function columnOf<Packed extends Size>(index: number, packed: Packed, floor: Size): Column<Packed> {
  return {
    frames: [{ index, packed }],
    width: Math.max(packed.width, floor.width),
    height: Math.max(packed.height, floor.height),
  };
}

interface Candidate<Packed extends Size> {
  readonly index: number;
  readonly shape: Shape<Packed>;
  readonly floor: Size;
}

/** Puts the namespace below others in a column of the row; false if none has room. */
function tookBelow<Packed extends Size>(
  row: Row<Packed>,
  { index, shape, floor }: Candidate<Packed>,
  isBelow: Filling['isBelow'],
): boolean {
  for (const column of row.columns) {
    if (!column.frames.every((upper) => isBelow(index, upper.index))) continue;
    const room = row.height - column.height - FRAME_GAP;
    if (room < floor.height || column.width < Math.max(shape.least, floor.width)) continue;
    // Packing takes longer than seeing that it has no room.
    const { usual } = shape;
    if (usual.width * usual.height > column.width * room * MOST_SQUEEZED) continue;
    const packed = shape.at(column.width);
    if (packed.width > column.width || packed.height > room) continue;
    column.frames.push({ index, packed });
    column.height += FRAME_GAP + Math.max(packed.height, floor.height);
    return true;
  }
  return false;
}

/** The namespace packed as narrow as this height allows; in a few steps it gets no wider than that takes. */
function packLow<Packed extends Size>({ least, usual, at }: Shape<Packed>, height: number): Packed {
  let width = Math.max(least, (usual.width * usual.height) / height);
  let packed = at(width);
  for (let step = 0; step < MOST_STEPS && packed.height > height; step++) {
    width *= WIDER;
    packed = at(width);
  }
  return packed;
}

/** The rows, of which the last ones gave columns on until none is nearly empty. */
export function withFullEnd<Packed extends Size>(
  rows: readonly Row<Packed>[],
): readonly Row<Packed>[] {
  const fewest = widthOf(rows) / MOST_STRETCH;
  const evened = rows.map((row) => ({ ...row, columns: [...row.columns] }));
  for (let at = evened.length - 1; at > 0; at--) {
    const [above, row] = [evened[at - 1] as Row<Packed>, evened[at] as Row<Packed>];
    while (row.width < fewest && above.columns.length > 1) {
      const moved = above.columns.pop() as Column<Packed>;
      row.columns.unshift(moved);
      row.width += FRAME_GAP + moved.width;
      above.width -= FRAME_GAP + moved.width;
    }
  }
  return evened;
}

/** Of rows below each other, with a gap below each. */
export function heightOfRows(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.height + FRAME_GAP, 0);
}

/** Of the widest. */
export function widthOf(parts: readonly { readonly width: number }[]): number {
  return parts.reduce((most, { width }) => Math.max(most, width), 0);
}
