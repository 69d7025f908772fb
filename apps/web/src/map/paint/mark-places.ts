import { type Box, inflate, type Layout, overlaps, type Point, type Size } from '@gcscope/picture';
import { onScreen } from '../view/on-screen.ts';
import { markSize } from '../world/problems.ts';
import type { Brush } from './brush.ts';
import type { FrameName } from './frame-name.ts';

/** Between a name and a mark, where there is room, CSS px: a mark that touches a letter seems to lie on it. */
const GAP = 2;

/** The middle of a mark, CSS px; `beside` it there is as much room as was asked for. */
export interface MarkPlace extends Point {
  readonly beside: boolean;
}

/**
 * Where the mark of an object stands from afar: in its namespace, so that nobody reads it as a mark of the next one, and beside
 * the name. Names leave room for it (`paint-frame-names.ts`). Where it can, it leaves so many px free to its right.
 */
export function markPlaces(
  { zoom, pan }: Brush,
  layout: Layout,
  names: readonly FrameName[],
): (slot: number, right: number) => MarkPlace {
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
  return (slot, right) => {
    const x = (layout.x[slot] ?? 0) * zoom + pan.x;
    const y = (layout.y[slot] ?? 0) * zoom + pan.y;
    const index = layout.frames[slot] ?? -1;
    const frame = frames[index];
    if (!frame) return { x, y, beside: false };
    const near = [...(own.get(index) ?? []), ...beyond];
    const roomy = { width: size.width + right, height: size.height };
    const place = right > 0 ? freePlace(frame, near, { x: x + right / 2, y }, roomy) : undefined;
    if (place) return { x: place.x - right / 2, y: place.y, beside: true };
    const { width, height } = size;
    return {
      ...(freePlace(frame, near, { x, y }, size) ?? {
        x: between(frame.x, frame.width, x, width / 2),
        y: between(frame.y, frame.height, y, height / 2),
      }),
      beside: false,
    };
  };
}

/** The middle of a box of this size in the frame, as near to the wish as it covers none of what is near; `undefined` without room. */
function freePlace(frame: Box, near: readonly Box[], wish: Point, size: Size): Point | undefined {
  const [across, down] = [size.width / 2, size.height / 2];
  const boxAt = ({ x, y }: Point): Box => ({ x: x - across, y: y - down, ...size });
  const place = {
    x: between(frame.x, frame.width, wish.x, across),
    y: between(frame.y, frame.height, wish.y, down),
  };
  const touched = near.find((each) => overlaps(each, inflate(boxAt(place), GAP)));
  if (!touched) return contains(frame, boxAt(place)) ? place : undefined;
  const beside = (gap: number): readonly Point[] => [
    { x: place.x, y: touched.y + touched.height + down + gap },
    { x: touched.x + touched.width + across + gap, y: place.y },
    { x: place.x, y: touched.y - down - gap },
    { x: touched.x - across - gap, y: place.y },
  ];
  const corner = { x: frame.x + frame.width - across, y: frame.y + frame.height - down };
  return [...beside(GAP), place, ...beside(0), corner].find((each) => {
    const box = boxAt(each);
    return contains(frame, box) && !near.some((other) => overlaps(box, other));
  });
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

/** The nearest place for a middle with so much on both sides; the middle of what is too short. */
function between(start: number, length: number, at: number, half: number): number {
  if (length < 2 * half) return start + length / 2;
  return Math.min(start + length - half, Math.max(start + half, at));
}
