import { belowWhich, fillRows, type Row, type Shape, type Tile, withFullEnd } from './fill-rows.ts';
import { type Fitted, type Fitting, fitRows, type Places, tilesOf } from './fit-rows.ts';
import { FRAME_GAP } from './geometry.ts';
import type { FramePieces, PackedFrame } from './pack-frame.ts';
import { roughShape } from './rough-shape.ts';
import { type FloorOf, smallestFrames, type Urgent } from './smallest-frames.ts';

/** The namespaces of a small world. */
export interface SmallWorld {
  readonly all: readonly FramePieces[];
  readonly shapes: readonly Shape<PackedFrame>[];
  readonly former: readonly number[] | undefined;
  readonly urgent: readonly Urgent[];
  readonly aspect: number;
}

/** Widths of a world and heights of the first of a row that are tried, as shares of the usual ones. */
interface Tries {
  readonly widths: readonly number[];
  readonly squeezes: readonly number[];
}

/** Such widths are tried for the same places. */
const NEARBY: readonly number[] = [0.9, 0.95, 0.98, 1, 1.02, 1.05, 1.1];
/** The smallest rough mosaics are tried. */
const MOST_TRIED = 3;
/** What takes this much more room than it may does so in nearby widths, too. */
const HOPELESS = 1.1;

/**
 * A mosaic in which rough sizes decide which namespaces stand beside and below each other, so that an object more or less seldom
 * changes that; the exact ones decide only how wide and high each is. `undefined` if no such mosaic fits into the room of a view of this height.
 */
export function packSteadily(
  world: SmallWorld,
  tries: Tries,
  most: number,
): readonly Tile[] | undefined {
  const { shapes, urgent, aspect, all } = world;
  const known = new Map<number, FloorOf>();
  const floorsIn = (width: number): FloorOf => {
    const floorOf = known.get(width) ?? smallestFrames(width, aspect, all.length, urgent);
    known.set(width, floorOf);
    return floorOf;
  };
  const exact = { shapes, floorsIn, aspect };
  for (const { places, width } of roughMosaics(world, floorsIn, tries).slice(0, MOST_TRIED)) {
    const begun = settled(places, exact, width);
    if (begun.room > most * HOPELESS) continue;
    const usual = Math.sqrt(begun.width * begun.height * aspect);
    const fitted = NEARBY.map((share) => fitRows(places, exact, Math.round(usual * share)));
    const best = fitted.reduce((a, b) => (b.room < a.room ? b : a), begun);
    if (best.room <= most) return tilesOf(best, exact);
  }
  return undefined;
}

interface RoughMosaic extends Pick<Fitted, 'width' | 'room'> {
  readonly places: Places;
}

/** Mosaics of rough sizes, the smallest first. */
function roughMosaics(
  { all, former, urgent, aspect }: SmallWorld,
  floorsIn: Fitting['floorsIn'],
  { widths, squeezes }: Tries,
): readonly RoughMosaic[] {
  const shapes = all.map((pieces) => roughShape(pieces, aspect));
  const order = former
    ? { urgent: former, others: [] }
    : { urgent: urgent.map(({ index }) => index), others: inOrder(all, shapes, urgent) };
  const usual = usualWidth(shapes, floorsIn, aspect);
  const widest = shapes.reduce((wide, shape) => Math.max(wide, shape.usual.width), 0);
  const isBelow = belowWhich(urgent, all.length);
  const mosaics = new Map<string, RoughMosaic>();
  for (const stretch of widths) {
    for (const squeeze of squeezes) {
      const limit = Math.max(widest, usual * stretch);
      const rows = fillRows(shapes, order, { limit, squeeze, floorOf: floorsIn(limit), isBelow });
      for (const places of [placesOf(rows), placesOf(withFullEnd(rows))]) {
        const key = JSON.stringify(places);
        if (mosaics.has(key)) continue;
        const { width, room } = settled(places, { shapes, floorsIn, aspect }, limit);
        mosaics.set(key, { places, width, room });
      }
    }
  }
  return [...mosaics.values()].sort((a, b) => a.room - b.room);
}

/** Those without problems, the highest first; equals by name, in whatever order the records come. */
function inOrder(
  all: readonly FramePieces[],
  shapes: readonly Shape[],
  urgent: readonly Urgent[],
): readonly number[] {
  const first = new Set(urgent.map(({ index }) => index));
  const nameOf = (index: number): string => (all[index] as FramePieces).namespace;
  const sizeOf = (index: number): Shape['usual'] => (shapes[index] as Shape).usual;
  return [...all.keys()]
    .filter((index) => !first.has(index))
    .sort((a, b) => {
      const higher = sizeOf(b).height - sizeOf(a).height || sizeOf(b).width - sizeOf(a).width;
      return higher || (nameOf(a) < nameOf(b) ? -1 : 1);
    });
}

/** Width of the world of this aspect that has the area of all namespaces. */
function usualWidth(
  shapes: readonly Shape[],
  floorsIn: Fitting['floorsIn'],
  aspect: number,
): number {
  const widthWith = (floorOf?: FloorOf): number => {
    const area = shapes.reduce((sum, { usual }, index) => {
      const floor = floorOf?.(index);
      const wide = Math.max(usual.width, floor?.width ?? 0) + FRAME_GAP;
      return sum + wide * (Math.max(usual.height, floor?.height ?? 0) + FRAME_GAP);
    }, 0);
    return Math.sqrt(area * aspect);
  };
  return widthWith(floorsIn(widthWith()));
}

/** The rows in about the width at which they have the aspect of the view. */
function settled(places: Places, fitting: Fitting, width: number): Fitted {
  const first = fitRows(places, fitting, width);
  const nearer = Math.round(Math.sqrt(first.width * first.height * fitting.aspect));
  const second = fitRows(places, fitting, nearer);
  return second.room < first.room ? second : first;
}

function placesOf(rows: readonly Row[]): Places {
  return rows.map(({ columns }) => columns.map(({ frames }) => frames.map(({ index }) => index)));
}
