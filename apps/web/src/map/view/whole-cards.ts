import {
  CARD_HEIGHT,
  CARD_WIDTH,
  type Frame,
  type Layout,
  type Point,
  type Size,
} from '@gcscope/picture';
import type { Camera } from '../../address/view-search.ts';
import { clamped } from './measures.ts';

/** Distance from a card, or the upper side of a frame, to the edge of the view, CSS px. */
const MARGIN = 3;
/** The strip along the upper edge where the header of a namespace may be, with a margin, CSS px. */
const HEADER = 24;
/** Distance from the card that a view is about to its left and right edge: there is room for the ring around it, CSS px. */
export const RING = 8;
/** Number of zooms to try. */
const STEPS = 6;
/** Distance that cards out of view keep from it, world px: their edges are not seen. */
const BEYOND = 2;
/** Rounding of numbers, world px. */
const NEAR = 0.01;

const LENGTH = { x: 'width', y: 'height' } as const;
/** Distance from the middle of a card to its sides. */
const REACH: Readonly<Record<Way, number>> = { x: CARD_WIDTH / 2, y: CARD_HEIGHT / 2 };

type Way = 'x' | 'y';

/** The middles of cards, and the frames around them. */
export type Cards = Pick<Layout, Way | 'namespaces'>;

/** Cards on a map, and the floating parts over it. */
export interface View {
  readonly cards: Cards;
  readonly size: Size;
  /** Sizes of the floating parts in the lower right corner, CSS px from there. */
  readonly corner: readonly Size[];
}

/** A view along one axis, with the cards and frames along it, world px. */
interface Axis {
  readonly half: number;
  readonly reach: number;
  readonly cards: readonly Stretch[];
  /** Distance that cards keep from the start of the view. */
  readonly before: number;
  /** A frame that begins before the view and ends in it is cut: its name is out of place. */
  readonly frames: readonly Span[];
  readonly margin: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The middle of a card, and the distance it keeps from the end of the view. */
interface Stretch {
  readonly at: number;
  readonly after: number;
}

/** The bounds for the middle of a view, along one axis or both. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

/** The nearest place within the limits. */
export function clampedTo(middle: number, { least, most }: Limits): number {
  return clamped(middle, least, most);
}

export type Bounds = Readonly<Record<Way, Limits>>;

/** The camera moved sideways by as little as it takes that the left and the right edge of its view cut as few cards as possible. */
export function wholeCardsCamera(camera: Camera, view: View): Camera {
  return { ...camera, x: bestOf(camera.x, axisOf('x', camera, view)) };
}

/**
 * The camera moved within bounds by as little as it takes that all cards and frames in view are whole, or as many as possible: no edge of
 * the view cuts them, and neither a header nor what floats in the corner covers them.
 */
export function wholeCardsAround(camera: Camera, view: View, bounds: Bounds): Camera {
  const moved = (from: Camera, way: Way): Camera => {
    return { ...from, [way]: bestOf(from[way], axisOf(way, from, view), bounds[way]) };
  };
  return moved(moved(moved(camera, 'x'), 'y'), 'x');
}

/** The bounds within which whole cards stay in view, below a header and `above` CSS px over the lower edge. */
export function boundsAround(
  cards: readonly Point[],
  zoom: number,
  size: Size,
  above: number,
): Bounds {
  const limits = (way: Way, before: number, after: number): Limits => {
    const room = size[LENGTH[way]] / zoom / 2 - REACH[way];
    const { from, to } = spanOf(cards, way);
    return { least: to - room + after / zoom, most: from + room - before / zoom };
  };
  return { x: limits('x', RING, RING), y: limits('y', HEADER, above) };
}

/** The largest zoom at which there are such bounds. */
export function zoomToShow(cards: readonly Point[], size: Size, above: number): number {
  const zoom = (way: Way, room: number): number => {
    const { from, to } = spanOf(cards, way);
    return room / (to - from + 2 * REACH[way]);
  };
  return Math.min(zoom('x', size.width - 2 * RING), zoom('y', size.height - HEADER - above));
}

/** The span from the first to the last of the cards. */
export function spanOf(cards: readonly Point[], way: Way): Span {
  const span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  // No call takes hundreds of thousands of arguments.
  for (const { [way]: at } of cards) {
    span.from = Math.min(span.from, at);
    span.to = Math.max(span.to, at);
  }
  return span;
}

/** The camera at this zoom, or up to so many times nearer, whose view cuts the smallest share of its cards; rather the farther one. */
export function leastCut(
  zoom: number,
  most: number,
  view: View,
  choose: (zoom: number) => Camera,
): Camera {
  const steps = Array.from({ length: STEPS }, (_, at) => 1 + ((most - 1) * at) / (STEPS - 1));
  const cameras = steps.map((nearer) => choose(zoom * nearer));
  const shares = cameras.map((camera) => {
    const count = (way: Way): Count => countIn(camera[way], axisOf(way, camera, view));
    const [x, y] = [count('x'), count('y')];
    const cut = x.cut + y.cut;
    return cut && cut / Math.min(x.whole, y.whole);
  });
  return cameras[shares.indexOf(Math.min(...shares))] ?? choose(zoom);
}

function axisOf(way: Way, camera: Camera, { cards, size, corner }: View): Axis {
  const across = way === 'x' ? 'y' : 'x';
  const length = (of: Size, along: Way): number => of[LENGTH[along]] / camera.zoom;
  const margin = MARGIN / camera.zoom;
  const side = length(size, across) / 2;
  const stretches: Stretch[] = [];
  cards[way].forEach((at, slot) => {
    const aside = (cards[across][slot] ?? 0) - camera[across];
    if (Math.abs(aside) >= side + REACH[across]) return;
    const over = corner.filter((each) => aside + REACH[across] > side - length(each, across));
    const after = Math.max(margin, ...over.map((each) => length(each, way)));
    stretches.push({ at, after });
  });
  const span = (frame: Frame, along: Way): Span => {
    const from = frame[along];
    return { from, to: from + frame[LENGTH[along]] };
  };
  const frames = cards.namespaces.filter((frame) => {
    const { from, to } = span(frame, across);
    return from < camera[across] + side && to > camera[across] - side;
  });
  return {
    half: length(size, way) / 2,
    reach: REACH[way],
    cards: stretches,
    before: way === 'y' ? HEADER / camera.zoom : margin,
    frames: frames.map((frame) => span(frame, way)),
    margin,
  };
}

/** The best place for the middle of the view: the least is cut, then the nearest. */
function bestOf(middle: number, axis: Axis, { least, most }: Limits = EVERYWHERE): number {
  const { half, reach, before, margin } = axis;
  const nearest = Math.min(most, Math.max(least, middle));
  const wishes = [
    ...axis.cards.flatMap(({ at, after }) => [
      at - reach - before + half,
      at + reach + half + BEYOND,
      at + reach + after - half,
    ]),
    ...axis.frames.flatMap(({ from, to }) => [from - margin + half, to + half + BEYOND]),
  ];
  const [best] = [nearest, ...new Set(wishes)]
    .filter((to) => to >= least - NEAR && to <= most + NEAR)
    .map((to) => ({ to, ...countIn(to, axis), way: Math.abs(to - middle) }))
    .filter(({ whole }) => whole > 0)
    .sort((a, b) => a.cut - b.cut || a.way - b.way);
  return best?.to ?? nearest;
}

const EVERYWHERE: Limits = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** Numbers of whole cards in a view along an axis, and of cards and frames that it cuts. */
interface Count {
  readonly whole: number;
  readonly cut: number;
}

function countIn(middle: number, { half, reach, before, cards, frames }: Axis): Count {
  const [start, end] = [middle - half, middle + half];
  const inView = cards.filter(({ at }) => at + reach > start && at - reach < end);
  const whole = inView.filter(
    ({ at, after }) => at - reach >= start + before - NEAR && at + reach <= end - after + NEAR,
  ).length;
  const cutFrames = frames.filter(({ from, to }) => from < start && to > start).length;
  return { whole, cut: inView.length - whole + cutFrames };
}
