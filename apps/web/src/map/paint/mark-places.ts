import { type Box, inflate, type Layout, overlaps, type Point, type Size } from '@gcscope/picture';
import { onScreen } from '../view/on-screen.ts';
import { markSize } from '../world/problems.ts';
import type { Brush } from './brush.ts';
import type { FrameName } from './frame-name.ts';

/** Gap between a name and a mark, where there is room, CSS px: a mark that touches a letter seems to lie on it. */
const GAP = 2;

/** The middle of a mark, CSS px; `beside` it there is as much room as was asked for. */
export interface MarkPlace extends Point {
  readonly beside: boolean;
}

/** Returns the box in the way of a given one besides names, if any. */
export type Taken = (box: Box) => Box | undefined;

/**
 * The place of the mark of an object from afar: in its namespace, so that nobody reads it as a mark of the next one, and beside
 * the name. Names leave room for it (`paint-frame-names.ts`). Where it can, it leaves so many px free to its right. `undefined` where
 * each place in its namespace is taken.
 */
export function markPlaces(
  { zoom, pan }: Brush,
  layout: Layout,
  names: readonly FrameName[],
): (slot: number, right: number, taken: Taken) => MarkPlace | undefined {
  const size = markSize(zoom);
  const frames = layout.namespaces.map((frame) => onScreen({ zoom, pan }, frame));
  // Most names are in their namespaces: a mark need not be compared with all of them.
  const own = new Map<number, readonly Box[]>();
  const beyond: Box[] = [];
  for (const name of names) {
    const frame = frames[name.frame];
    if (frame && contains(frame, name)) own.set(name.frame, name.lines ?? [name]);
    else beyond.push(name);
  }
  return (slot, right, taken) => {
    const at = {
      x: (layout.x[slot] ?? 0) * zoom + pan.x,
      y: (layout.y[slot] ?? 0) * zoom + pan.y,
    };
    const index = layout.frames[slot] ?? -1;
    const frame = frames[index];
    if (!frame) return { ...at, beside: false };
    const { x, y } = wishIn(frame, at, size);
    const near = [...(own.get(index) ?? []), ...beyond];
    const roomy = { width: size.width + right, height: size.height };
    const place =
      right > 0 ? freePlace(frame, near, taken, { x: x + right / 2, y }, roomy) : undefined;
    if (place) return { x: place.x - right / 2, y: place.y, beside: true };
    const alone = freePlace(frame, near, taken, { x, y }, size);
    if (alone) return { ...alone, beside: false };
    // A name leaves no room where the edge of the view cuts its namespace: the mark lies on it.
    const nearest = nearestIn(frame, { x, y }, size);
    return taken(boxAround(nearest, size)) ? undefined : { ...nearest, beside: false };
  };
}

/** The place that a mark should have. Marks that reach out of low namespaces have room beside each other if the first stands at an end. */
function wishIn(frame: Box, { x, y }: Point, { width, height }: Size): Point {
  return { x: frame.height < height ? frame.x : x, y: frame.width < width ? frame.y : y };
}

/** The middle of a box of this size in the frame, as near to the wish as it covers nothing that is near or taken; `undefined` without room. */
function freePlace(
  frame: Box,
  near: readonly Box[],
  taken: Taken,
  wish: Point,
  size: Size,
): Point | undefined {
  const [across, down] = [size.width / 2, size.height / 2];
  const place = nearestIn(frame, wish, size);
  const inTheWay = (at: Point, gap: number): Box | undefined => {
    const box = boxAround(at, size);
    return near.find((each) => overlaps(each, inflate(box, gap))) ?? taken(box);
  };
  const first = inTheWay(place, GAP);
  if (!first) return isInside(frame, boxAround(place, size)) ? place : undefined;
  /** Moves a point to the middle where the frame is too low or narrow. */
  const fitted = ({ x, y }: Point): Point => ({
    x: frame.width < size.width ? place.x : x,
    y: frame.height < size.height ? place.y : y,
  });
  const beside = (box: Box, gap: number): readonly Point[] => [
    { x: place.x, y: box.y + box.height + down + gap },
    { x: box.x + box.width + across + gap, y: place.y },
    { x: place.x, y: box.y - down - gap },
    { x: box.x - across - gap, y: place.y },
  ];
  const [left, top] = [frame.x + across, frame.y + down];
  const [right, bottom] = [frame.x + frame.width - across, frame.y + frame.height - down];
  const tried = [
    ...beside(first, GAP),
    place,
    ...beside(first, 0),
    { x: right, y: bottom },
    { x: left, y: bottom },
    { x: right, y: top },
    { x: left, y: top },
  ].map(fitted);
  const isFree = (at: Point): boolean =>
    isInside(frame, boxAround(at, size)) && inTheWay(at, 0) === undefined;
  const free = tried.find(isFree);
  if (free) return free;
  // The boxes in the way there have sides, too.
  for (const at of tried) {
    const next = inTheWay(at, 0);
    const found = next && beside(next, 0).map(fitted).find(isFree);
    if (found) return found;
  }
  return undefined;
}

function boxAround({ x, y }: Point, size: Size): Box {
  return { x: x - size.width / 2, y: y - size.height / 2, ...size };
}

/** The nearest middle for a box of this size in the frame. */
function nearestIn(frame: Box, { x, y }: Point, { width, height }: Size): Point {
  return {
    x: between(frame.x, frame.width, x, width / 2),
    y: between(frame.y, frame.height, y, height / 2),
  };
}

/** Whether a frame holds a box, or at least its middle line where it is too low or narrow for it. */
function isInside(frame: Box, box: Box): boolean {
  return contains(
    {
      x: frame.x + Math.min(0, frame.width - box.width) / 2,
      y: frame.y + Math.min(0, frame.height - box.height) / 2,
      width: Math.max(frame.width, box.width),
      height: Math.max(frame.height, box.height),
    },
    box,
  );
}

function contains(frame: Box, box: Box): boolean {
  // Half a px: sums of fractions differ in their last digits.
  return (
    box.x > frame.x - 0.5 &&
    box.y > frame.y - 0.5 &&
    box.x + box.width < frame.x + frame.width + 0.5 &&
    box.y + box.height < frame.y + frame.height + 0.5
  );
}

/** The nearest place for a middle with so much on both sides; the middle of a span that is too short. */
function between(start: number, length: number, at: number, half: number): number {
  if (length < 2 * half) return start + length / 2;
  return Math.min(start + length - half, Math.max(start + half, at));
}
