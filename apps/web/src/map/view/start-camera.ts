import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  type Layout,
  type Point,
  type Size,
} from '@gcscope/picture';
import type { Camera } from '../../address/view-search.ts';
import { homeOf } from './home-of.ts';
import { AFAR_ZOOM, CARD_NAMES_ZOOM, READABLE_ZOOM } from './measures.ts';
import { boundsWithReason, type RevealedCard } from './reason-room.ts';
import {
  type Bounds,
  boundsAround,
  type Cards,
  clampedTo,
  type Limits,
  leastCut,
  spanOf,
  wholeCardsAround,
  wholeCardsCamera,
  zoomToShow,
} from './whole-cards.ts';

/** If a world needs a smaller zoom than this, an overview shows next to nothing. */
const OVERVIEW_ZOOM = 0.3;
/** More objects than this are not read one by one. */
export const MOST_READ = 400;
export const MARGIN = 16;
/** Room kept free for the floating parts at the lower edge of the map: the statement beside the controls. */
export const LOWER_MARGIN = 72;
/** Such room on a narrow map, where the statement is folded up and a note of lines that leave the view stands above it. */
const NARROW_LOWER_MARGIN = 94;
/** A lower map, as that of a player in a small window, has no room to keep free. */
const LOW = 300;
/** An overview shows everything down to this zoom: nearly all names are still whole. */
const NAMES_ZOOM = 0.45;
/** Down to this zoom kinds and states of cards can be told: for a card and what it waits for, far apart. */
const KINDS_ZOOM = 0.4;
/** The controls in the lower right corner of a map, and the minimap above them, CSS px from the corner. */
const CONTROLS: Size = { width: 420, height: 48 };
const NARROW_CONTROLS: Size = { width: 300, height: 48 };
const MINIMAP: Size = { width: 216, height: 192 };
const SMALL_MINIMAP: Size = { width: 144, height: 144 };
/** Heights as in the style sheet: a lower map has a small minimap; a still lower one has none, nor room to keep its cards off the controls. */
const MINIMAP_HEIGHT = 640;
const CORNER_HEIGHT = 420;
/** Width of a narrow map: on less, as on a phone, only three cards with readable names fit beside each other. */
const NARROW = 480;
/** Factors by which an overview, and a close-up, may come nearer to cut no card: the neighbours should stay in view. */
const NEARER = 1.6;
const A_LITTLE_NEARER = 1.32;
/** A view that follows a step goes no farther to cut fewer cards than one card and a gap, world px: beyond, it might show little else. */
const COLUMN: number = CARD_WIDTH + 20;
const ROW: number = 2 * CARD_HEIGHT;
/** The content of a namespace is small if it fills less than this share of a view. */
const LITTLE = 0.5;
/** Two lines below a card, CSS px. */
const REASON = 26;
/** A small world is not blown up. */
const CLOSEST_FIT = 1;

/** Height that a map of this size keeps free of cards along its lower edge, CSS px. */
export function lowerMargin({ height }: Size): number {
  return height < LOW ? MARGIN : LOWER_MARGIN;
}

/** Sizes of the floating parts in the lower right corner of a map that does not show everything, CSS px from there. */
export function cornerOf({ height }: Size): readonly Size[] {
  if (height <= CORNER_HEIGHT) return [];
  return [CONTROLS, height > MINIMAP_HEIGHT ? MINIMAP : SMALL_MINIMAP];
}

/** The camera that shows the whole box; on a low map clear of the controls while names stay readable. */
export function fitCamera(box: Box, size: Size): Camera {
  const clear = fitAbove(LOWER_MARGIN, box, size);
  return clear.zoom < READABLE_ZOOM ? fitAbove(lowerMargin(size), box, size) : clear;
}

function fitAbove(lower: number, box: Box, size: Size): Camera {
  const zoom = Math.min(
    (size.width - 2 * MARGIN) / Math.max(1, box.width),
    (size.height - MARGIN - lower) / Math.max(1, box.height),
    CLOSEST_FIT,
  );
  const lift = (lower - MARGIN) / 2 / zoom;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 + lift, zoom };
}

/**
 * The first camera of a view without a place: everything. A small world that would just have no names rather has them, from its upper left,
 * where the worst stands; but all problems are in view.
 */
export function firstCamera(
  { bounds, uids }: Pick<Layout, 'bounds' | 'uids'>,
  size: Size,
  problems: () => readonly Point[],
): Camera {
  const whole = fitCamera(bounds, size);
  const zoom = CARD_NAMES_ZOOM;
  if (whole.zoom >= zoom || whole.zoom < AFAR_ZOOM || uids.length > MOST_READ) return whole;
  const first = withinWorld({ x: bounds.x, y: bounds.y, zoom }, bounds, size);
  const shown = problems();
  if (shown.length === 0) return first;
  const above = LOWER_MARGIN + REASON;
  if (zoomToShow(shown, size, above) < zoom) return whole;
  const { x, y } = boundsAround(shown, zoom, size, above);
  return { x: clampedTo(first.x, x), y: clampedTo(first.y, y), zoom };
}

/**
 * The overview: everything while cards have names, or whole cards with readable names around the `subject`, else from the top, where
 * owners stand. A side of a comparison shows everything even with short names: parts in view on one side only cannot be compared.
 * `undefined` on a wide map where the part would be next to nothing.
 */
export function overviewCamera(
  layout: Cards & Pick<Layout, 'bounds'>,
  size: Size,
  isSide = false,
  subject?: Point,
): { readonly camera: Camera; readonly fitted: boolean } | undefined {
  const world = layout.bounds;
  const whole = fitCamera(world, size);
  if (whole.zoom >= (isSide ? CARD_NAMES_ZOOM : NAMES_ZOOM)) return { camera: whole, fitted: true };
  const isNarrow = size.width < NARROW;
  if (whole.zoom < OVERVIEW_ZOOM && !isNarrow && (!subject || layout.x.length > MOST_READ))
    return undefined;
  const { x, y, width } = world;
  const view = { cards: layout, size, corner: cornerOf(size) };
  const camera = leastCut(READABLE_ZOOM, NEARER, view, (zoom) => {
    if (!subject) {
      const top = withinWorld({ x: x + width / 2, y, zoom }, world, size);
      return wholeCardsCamera(top, view);
    }
    // The dependents of the subject stand below it.
    const below = { x: subject.x, y: subject.y + size.height / zoom / 4, zoom };
    const around = boundsAround([subject], zoom, size, lowerMargin(size));
    const inside = worldBounds(zoom, world, size);
    const bounds = { x: both(around.x, inside.x), y: both(around.y, inside.y) };
    return wholeCardsAround(withinWorld(below, world, size), view, bounds);
  });
  return { camera, fitted: false };
}

/**
 * A close-up for a narrow map whose overview has no readable names: a card with its owners and dependents, or as much of them as there is
 * room for while names stay readable. Objects `mentioned` with the card are in view, too, as long as cards have names; so is the reason of
 * the card, as far as all this leaves room. `undefined` on a wider map. Both sides of a comparison have one zoom, whatever their steps are about.
 */
export function closeUpCamera(
  card: RevealedCard,
  mentioned: readonly Point[],
  around: Box,
  cards: Cards & Pick<Layout, 'bounds'>,
  size: Size,
  isSide = false,
): Camera | undefined {
  if (size.width >= NARROW) return undefined;
  // The card must not be under the controls on a low map, too.
  const covered = LOWER_MARGIN - lowerMargin(size);
  const free = { width: size.width, height: size.height - covered };
  const view = { cards, size, corner: [NARROW_CONTROLS] };
  const shown = withRoomFor(card, mentioned, size, isSide ? READABLE_ZOOM : CARD_NAMES_ZOOM);
  const above = size.height < LOW || isSide ? LOWER_MARGIN : NARROW_LOWER_MARGIN;
  const nearest = isSide ? READABLE_ZOOM : zoomToShow(shown, size, above);
  const least = Math.min(
    nearest,
    Math.max(READABLE_ZOOM, fitAbove(lowerMargin(size), around, free).zoom),
  );
  return leastCut(least, Math.min(A_LITTLE_NEARER, nearest / least), view, (zoom) => {
    const world = worldBounds(zoom, cards.bounds, free);
    const down = covered / 2 / zoom;
    const bounds = boundsAround(shown, zoom, size, above);
    const limits = {
      x: preferred(bounds.x, world.x),
      y: preferred(bounds.y, { least: world.y.least + down, most: world.y.most + down }),
    };
    const inside = boundsWithReason(limits, card, zoom, size, above);
    const [x, y] = [middleOf(spanOf(shown, 'x')), middleOf(spanOf(shown, 'y'))];
    const near = withinWorld({ x, y, zoom }, around, free);
    const camera = { x: clampedTo(near.x, inside.x), y: clampedTo(near.y + down, inside.y), zoom };
    return wholeCardsAround(camera, view, inside);
  });
}

/**
 * The camera moved by as little as it takes that all of the `shown` cards are in view, and not under what floats in the corner, if they have
 * room; the view then cuts or covers as few of the other cards as possible.
 */
export function panCamera(
  shown: readonly Point[],
  camera: Camera,
  cards: Cards & Pick<Layout, 'bounds'>,
  size: Size,
): Camera {
  const { zoom } = camera;
  const corner = cornerOf(size);
  const world = worldBounds(zoom, cards.bounds, size);
  const cameraAbove = (above: number): Camera => {
    const around = boundsAround(shown, zoom, size, above);
    const bounds = { x: preferred(around.x, world.x), y: preferred(around.y, world.y) };
    const near = { x: clampedTo(camera.x, bounds.x), y: clampedTo(camera.y, bounds.y), zoom };
    const little = {
      x: both(bounds.x, about(near.x, COLUMN)),
      y: both(bounds.y, about(near.y, ROW)),
    };
    return wholeCardsAround(near, { cards, size, corner }, little);
  };
  const low = cameraAbove(LOWER_MARGIN);
  if (!shown.some((card) => isInCorner(card, low, size))) return low;
  const high = Math.max(LOWER_MARGIN, ...corner.map(({ height }) => height));
  return zoomToShow(shown, size, high) >= zoom ? cameraAbove(high) : low;
}

function about(middle: number, reach: number): Limits {
  return { least: middle - reach, most: middle + reach };
}

/** Whether a floating part in the corner lies over the card. */
function isInCorner(card: Point, { x, y, zoom }: Camera, size: Size): boolean {
  const right = x + size.width / 2 / zoom - card.x - CARD_WIDTH / 2;
  const below = y + size.height / 2 / zoom - card.y - CARD_HEIGHT / 2;
  return cornerOf(size).some(({ width, height }) => right * zoom < width && below * zoom < height);
}

/** The card, and the nearest of those mentioned with it, as many as a view has room for at this zoom. */
export function withRoomFor(
  card: Point,
  mentioned: readonly Point[],
  size: Size,
  least: number,
): readonly Point[] {
  const far = ({ x, y }: Point): number => Math.hypot(x - card.x, y - card.y);
  const shown = [card];
  // A Namespace may wait for many thousands: of those that are shown, the corners say enough.
  let corners: readonly Point[] = shown;
  for (const each of mentioned.toSorted((a, b) => far(a) - far(b))) {
    const wider = cornersOf([...corners, each]);
    if (zoomToShow(wider, size, LOWER_MARGIN) < least) continue;
    corners = wider;
    shown.push(each);
  }
  return shown;
}

/** The blockers of a card, as many as have room beside it with readable names; if none has, with readable kinds and states. */
export function awaitedBeside(
  card: Point,
  awaited: readonly Point[],
  size: Size,
): readonly Point[] {
  const [, ...near] = withRoomFor(card, awaited, size, READABLE_ZOOM);
  return near.length > 0 ? near : withRoomFor(card, awaited, size, KINDS_ZOOM).slice(1);
}

function cornersOf(cards: readonly Point[]): readonly Point[] {
  const [x, y] = [spanOf(cards, 'x'), spanOf(cards, 'y')];
  return [
    { x: x.from, y: y.from },
    { x: x.to, y: y.to },
  ];
}

/** Within both limits, if that is possible. */
function preferred(limits: Limits, wish: Limits): Limits {
  const joined = both(limits, wish);
  return joined.least > joined.most ? limits : joined;
}

function middleOf({ from, to }: { readonly from: number; readonly to: number }): number {
  return (from + to) / 2;
}

/**
 * The camera that shows the whole namespace: all of its frame if cards are readable then, else its content. Little in a large frame is
 * in the middle of the view, unless that is at the edge of the world; more content has nothing beside the frame while that has room
 * to spare.
 */
export function wholeNamespaceCamera(
  layout: Layout,
  namespace: string,
  size: Size,
): Camera | undefined {
  const index = layout.namespaces.findIndex((frame) => frame.namespace === namespace);
  const frame = layout.namespaces[index];
  if (!frame) return undefined;
  const whole = fitCamera(frame, size);
  if (whole.zoom >= READABLE_ZOOM) return withinWorld(whole, layout.bounds, size);
  const home = homeOf(index, layout) ?? frame;
  const around = fitCamera(home, size);
  const moved = withinWorld(around, frame, size);
  const isLittle = (length: number, view: number): boolean => length * around.zoom < view * LITTLE;
  const camera = {
    x: isLittle(home.width, size.width) ? around.x : moved.x,
    y: isLittle(home.height, size.height) ? around.y : moved.y,
    zoom: around.zoom,
  };
  return withinWorld(camera, layout.bounds, size);
}

/**
 * The camera for a namespace that is too large to show its owners' names when whole: near enough for the names, at as
 * many of its problems as have room, else at its upper left, where owners begin.
 */
export function namedCamera(
  camera: Camera,
  layout: Pick<Layout, 'bounds'>,
  frame: Box,
  problems: readonly Point[],
  size: Size,
): Camera {
  if (camera.zoom >= AFAR_ZOOM) return camera;
  const zoom = AFAR_ZOOM;
  const [worst = { x: frame.x, y: frame.y }, ...others] = problems;
  const shown = withRoomFor(worst, others, size, zoom);
  const middle = { x: middleOf(spanOf(shown, 'x')), y: middleOf(spanOf(shown, 'y')), zoom };
  return withinWorld(withinWorld(middle, frame, size), layout.bounds, size);
}

/** The camera moved so that nothing beside the world is looked at while there is world to look at on the other side. */
export function withinWorld({ x, y, zoom }: Camera, world: Box, size: Size): Camera {
  const bounds = worldBounds(zoom, world, size);
  return { x: clampedTo(x, bounds.x), y: clampedTo(y, bounds.y), zoom };
}

/** The camera moved down so that nothing above the world is in view while there is world below: floating parts are at the lower edge. */
export function belowTop(camera: Camera, { bounds }: Pick<Layout, 'bounds'>, size: Size): Camera {
  return { ...camera, y: Math.max(camera.y, withinWorld(camera, bounds, size).y) };
}

/** Bounds of the middle of a view that lies within the world and its margins, or has the world in its middle. */
function worldBounds(zoom: number, world: Box, size: Size): Bounds {
  const margin = MARGIN / zoom;
  return {
    x: boundsOf(size.width / zoom, world.x - margin, world.x + world.width + margin),
    y: boundsOf(
      size.height / zoom,
      world.y - margin,
      world.y + world.height + lowerMargin(size) / zoom,
    ),
  };
}

function boundsOf(view: number, from: number, to: number): Limits {
  const middle = (from + to) / 2;
  const [least, most] = [from + view / 2, to - view / 2];
  return least > most ? { least: middle, most: middle } : { least, most };
}

function both(one: Limits, other: Limits): Limits {
  return { least: Math.max(one.least, other.least), most: Math.min(one.most, other.most) };
}
