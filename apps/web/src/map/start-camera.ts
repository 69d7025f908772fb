import type { Mark } from '@gcscope/gc-core/wire';
import { type Box, CARD_HEIGHT, CARD_WIDTH, type Frame, type Layout } from '@gcscope/picture';
import type { Camera } from '../address/view-search.ts';
import { isWrongAt, markAt, type SlotMarks } from './slot-marks.ts';
import { leastCut, type Middles, wholeCardsAround, wholeCardsCamera } from './whole-cards.ts';

type Point = Pick<Camera, 'x' | 'y'>;

/** The canvas in CSS px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Below this zoom names get too short to tell objects apart; from here on cards have two lines. */
export const READABLE_ZOOM = 0.62;
/** Below this zoom cards are specks, and namespaces tell what is in them. */
export const AFAR_ZOOM = 0.2;
/** From here on each card has its glyph and its name, cut in the middle where it is long: six letters have room. */
export const CARD_NAMES_ZOOM = 0.3;
/** If a world needs a smaller zoom than this, an overview shows next to nothing. */
const OVERVIEW_ZOOM = 0.3;
/** More objects than this are not read one by one: such a world opens on all of it. */
export const MOST_READ = 400;
const MARGIN = 16;
/** Kept free for what floats over the lower edge of the map: the statement beside the controls. */
export const LOWER_MARGIN = 72;
/** A lower map, as that of a player in a small window, has no room to keep free. */
const LOW = 300;
/** On a lower or narrower map, everything is shown while cards have names. */
const NAMES_ZOOM = 0.45;
/** On a narrower map, as on a phone, only three cards with readable names fit beside each other. */
const NARROW = 480;
/** How much nearer an overview, and a close-up, may come to cut no card: the neighbours should stay in view. */
const NEARER = 1.6;
const A_LITTLE_NEARER = 1.32;
/** A small world is not blown up. */
const CLOSEST_FIT = 1;

const WEIGHT: Readonly<Record<Mark, number>> = {
  blocked: 8,
  goes: 3,
  terminating: 2,
  'not-verified': 1,
  virtual: 1,
  gone: 0,
  forgotten: 0,
  calm: 0,
};

function lowerMargin({ height }: Size): number {
  return height < LOW ? MARGIN : LOWER_MARGIN;
}

/** The camera that shows the whole box. */
export function fitCamera(box: Box, size: Size): Camera {
  const zoom = Math.min(
    (size.width - 2 * MARGIN) / Math.max(1, box.width),
    (size.height - MARGIN - lowerMargin(size)) / Math.max(1, box.height),
    CLOSEST_FIT,
  );
  const lift = (lowerMargin(size) - MARGIN) / 2 / zoom;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 + lift, zoom };
}

/**
 * Where a view starts: everything while cards have names, and everything of a large world; else the namespace with the most
 * problems at a readable size, or the upper left corner at 100 %, with as much of the world around as there is room for. Says whether it is fitted, because only a fitted view may be fitted again.
 */
export function startCamera(
  layout: Layout,
  marks: SlotMarks,
  size: Size,
): { readonly camera: Camera; readonly fitted: boolean } {
  const all = fitCamera(layout.bounds, size);
  if (all.zoom >= CARD_NAMES_ZOOM || layout.uids.length > MOST_READ) {
    return { camera: all, fitted: true };
  }
  const frame = frameWithWorst(layout, marks);
  const camera = frame
    ? frameCamera(frame, worstIn(frame, layout, marks), size)
    : cornerCamera(layout.bounds, size, 1);
  return { camera: withinWorld(camera, layout.bounds, size), fitted: false };
}

/**
 * Everything, or whole cards with readable names: around the `subject`, else from the top, where owners stand. A small map shows
 * everything while cards have names; so does a side of a comparison: what is in view on one side only cannot be compared. `undefined` on
 * a wide map where the part would be next to nothing.
 */
export function overviewCamera(
  layout: Middles & Pick<Layout, 'bounds'>,
  size: Size,
  isSide = false,
  subject?: Point,
): { readonly camera: Camera; readonly fitted: boolean } | undefined {
  const world = layout.bounds;
  const whole = fitCamera(world, size);
  if (whole.zoom >= (isSide ? CARD_NAMES_ZOOM : leastOverview(size)))
    return { camera: whole, fitted: true };
  if (whole.zoom < OVERVIEW_ZOOM && size.width >= NARROW) return undefined;
  const { x, y, width } = world;
  const camera = leastCut(READABLE_ZOOM, NEARER, (zoom) => {
    if (!subject) {
      const top = withinWorld({ x: x + width / 2, y, zoom }, world, size);
      return wholeCardsCamera(top, layout, size);
    }
    // Its dependents stand below it.
    const below = { x: subject.x, y: subject.y + size.height / zoom / 4, zoom };
    const camera = withinWorld(below, world, size);
    return wholeCardsAround(camera, layout, size, subject, lowerMargin(size));
  });
  return { camera, fitted: false };
}

/**
 * On a narrow map, where an overview has no readable names: a card with its owners and dependents, or as much of them as there is
 * room for while names stay readable. `undefined` on a wider map.
 */
export function closeUpCamera(
  card: Point,
  around: Box,
  cards: Middles,
  size: Size,
): Camera | undefined {
  if (size.width >= NARROW) return undefined;
  // On a low map, too, the card must not be under the controls.
  const covered = LOWER_MARGIN - lowerMargin(size);
  const free = { width: size.width, height: size.height - covered };
  return leastCut(
    Math.max(READABLE_ZOOM, fitCamera(around, free).zoom),
    A_LITTLE_NEARER,
    (zoom) => {
      const { x, y } = withinWorld({ x: card.x, y: card.y, zoom }, around, free);
      const camera = { x, y: y + covered / 2 / zoom, zoom };
      return wholeCardsAround(camera, cards, size, card, LOWER_MARGIN);
    },
  );
}

/** The zoom from which on an overview shows everything. */
function leastOverview({ width, height }: Size): number {
  return width < NARROW || height < LOW ? NAMES_ZOOM : READABLE_ZOOM;
}

/** The camera that shows the whole namespace: what stands in it, without the room that its frame has to spare. */
export function namespaceCamera(layout: Layout, namespace: string, size: Size): Camera | undefined {
  const index = layout.namespaces.findIndex((frame) => frame.namespace === namespace);
  const frame = layout.namespaces[index];
  if (!frame) return undefined;
  let [right, bottom] = [frame.x, frame.y];
  layout.frames.forEach((each, slot) => {
    if (each !== index) return;
    right = Math.max(right, (layout.x[slot] ?? 0) + CARD_WIDTH);
    bottom = Math.max(bottom, (layout.y[slot] ?? 0) + CARD_HEIGHT);
  });
  const { x, y } = frame;
  const around = fitCamera({ x, y, width: right - x, height: bottom - y }, size);
  return withinWorld(around, layout.bounds, size);
}

/** The whole frame while its names stay readable, else the part of it around a point. */
function frameCamera(frame: Box, point: Point, size: Size): Camera {
  const around = fitCamera(frame, size);
  if (around.zoom >= READABLE_ZOOM) return around;
  return withinWorld({ ...point, zoom: READABLE_ZOOM + 0.13 }, frame, size);
}

/** The camera moved so that nothing beside the world is looked at while there is world to look at on the other side. */
function withinWorld({ x, y, zoom }: Camera, world: Box, size: Size): Camera {
  const sideways = { before: MARGIN / zoom, after: MARGIN / zoom };
  const upright = { before: MARGIN / zoom, after: lowerMargin(size) / zoom };
  return {
    x: withinSpan(x, size.width / zoom, world.x, world.width, sideways),
    y: withinSpan(y, size.height / zoom, world.y, world.height, upright),
    zoom,
  };
}

interface Margins {
  readonly before: number;
  readonly after: number;
}

/** The middle of a view of this length so that it lies within the span and its margins, or the span in its middle. */
function withinSpan(
  middle: number,
  view: number,
  from: number,
  length: number,
  { before, after }: Margins,
): number {
  const least = from - before + view / 2;
  const most = from + length + after - view / 2;
  return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, middle));
}

function cornerCamera(box: Box, size: Size, zoom: number): Camera {
  return {
    x: box.x + (size.width / 2 - MARGIN) / zoom,
    y: box.y + (size.height / 2 - MARGIN) / zoom,
    zoom,
  };
}

function frameWithWorst(layout: Layout, marks: SlotMarks): Frame | undefined {
  const problems = new Map<number, number>();
  layout.uids.forEach((_, slot) => {
    const weight = weightOf(marks, slot);
    const frame = layout.frames[slot] ?? -1;
    if (weight > 0) problems.set(frame, (problems.get(frame) ?? 0) + weight);
  });
  const [worst] = [...problems].sort((a, b) => b[1] - a[1]);
  return worst && layout.namespaces[worst[0]];
}

/** Where the object with the worst problem of a namespace stands, the first of them in reading order. */
function worstIn(
  frame: Frame,
  layout: Layout,
  marks: SlotMarks,
): { readonly x: number; readonly y: number } {
  let worst = { x: frame.x, y: frame.y, weight: 0 };
  layout.uids.forEach((_, slot) => {
    if (layout.namespaces[layout.frames[slot] ?? -1] !== frame) return;
    const weight = weightOf(marks, slot);
    const [x = 0, y = 0] = [layout.x[slot], layout.y[slot]];
    const isBefore = y < worst.y || (y === worst.y && x < worst.x);
    if (weight > worst.weight || (weight === worst.weight && weight > 0 && isBefore)) {
      worst = { x, y, weight };
    }
  });
  return worst;
}

function weightOf(marks: SlotMarks, slot: number): number {
  const mark = markAt(marks, slot);
  return mark ? WEIGHT[mark] + (isWrongAt(marks, slot) ? 4 : 0) : 0;
}
