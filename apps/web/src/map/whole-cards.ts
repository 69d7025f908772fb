import { CARD_HEIGHT, CARD_WIDTH, type Layout } from '@gcscope/picture';
import type { Camera } from '../address/view-search.ts';
import type { Size } from './start-camera.ts';

/** From a card to the left and the right edge of the view, CSS px. */
const MARGIN = 3;
/** The strip along the upper edge where the header of a namespace may be, with a margin, CSS px. */
const HEADER = 24;
/** So many zooms are tried. */
const STEPS = 6;
/** A card that is out of view is so far out, world px: its edge is not seen. */
const BEYOND = 2;
/** Rounding of numbers, world px. */
const NEAR = 0.01;

/** The middles of cards; in a `Layout`, of all. */
export type Middles = Pick<Layout, 'x' | 'y'>;

/** A view along one axis, and the cards along it, world px. */
interface Axis {
  readonly middle: number;
  readonly half: number;
  /** Middles of the cards, and half of their length. */
  readonly cards: readonly number[];
  readonly reach: number;
  /** How far cards keep off the start of the view, and off its end; without the latter, the end may cut them. */
  readonly before: number;
  readonly after?: number;
  /** Where the middle may be. */
  readonly least: number;
  readonly most: number;
}

/** Where the middle should be, and how many cards the view then cuts. */
interface Best {
  readonly to: number;
  readonly cut: number;
}

/** A camera, and how many cards the sides of its view cut. */
export interface Choice {
  readonly camera: Camera;
  readonly cut: number;
}

/** The camera moved sideways by as little as it takes that the left and the right edge of its view cut as few cards as possible. */
export function wholeCardsCamera(camera: Camera, cards: Middles, size: Size): Choice {
  const { to, cut } = bestOf(sideways(camera, cards, size));
  return { camera: { ...camera, x: to }, cut };
}

/**
 * The camera moved by as little as it takes that no header covers a card and the left and the right edge of the view cut none, or as
 * few as possible. The card `kept` stays in view, `above` CSS px over the lower edge.
 */
export function wholeCardsAround(
  camera: Camera,
  cards: Middles,
  size: Size,
  kept: Pick<Camera, 'x' | 'y'>,
  above: number,
): Choice {
  const { zoom } = camera;
  const aside = (from: Camera): Best => {
    const axis = sideways(from, cards, size);
    const room = axis.half - axis.reach - axis.before;
    return bestOf({ ...axis, least: kept.x - room, most: kept.x + room });
  };
  const beside = { ...camera, x: aside(camera).to };
  const half = size.height / zoom / 2;
  const reach = CARD_HEIGHT / 2;
  const before = HEADER / zoom;
  const { to: y } = bestOf({
    middle: camera.y,
    half,
    cards: near(cards.y, cards.x, beside.x, size.width / zoom / 2 + CARD_WIDTH / 2),
    reach,
    before,
    least: kept.y + reach + above / zoom - half,
    most: kept.y - reach - before + half,
  });
  const below = { ...beside, y };
  const { to: x, cut } = aside(below);
  return { camera: { ...below, x }, cut };
}

/** The camera at this zoom, or up to so many times nearer, that cuts the fewest cards; rather the farther one. */
export function leastCut(zoom: number, most: number, choose: (zoom: number) => Choice): Camera {
  const steps = Array.from({ length: STEPS }, (_, at) => 1 + ((most - 1) * at) / (STEPS - 1));
  const choices = steps.map((nearer) => choose(zoom * nearer));
  const fewest = Math.min(...choices.map(({ cut }) => cut));
  const { camera } = choices.find(({ cut }) => cut === fewest) ?? choose(zoom);
  return camera;
}

function sideways({ x, y, zoom }: Camera, cards: Middles, { width, height }: Size): Axis {
  const margin = MARGIN / zoom;
  return {
    middle: x,
    half: width / zoom / 2,
    cards: near(cards.x, cards.y, y, height / zoom / 2 + CARD_HEIGHT / 2),
    reach: CARD_WIDTH / 2,
    before: margin,
    after: margin,
    least: Number.NEGATIVE_INFINITY,
    most: Number.POSITIVE_INFINITY,
  };
}

/** The values of the cards that are near a place along the other axis. */
function near(values: Float32Array, others: Float32Array, place: number, most: number): number[] {
  return [...values].filter((_, at) => Math.abs((others[at] ?? 0) - place) < most);
}

/** The best place for the middle of the view: the fewest cut cards, then the nearest. */
function bestOf(axis: Axis): Best {
  const { middle, half, cards, reach, before, after = 0, least, most } = axis;
  const wishes = cards.flatMap((at) => [
    at - reach - before + half,
    at + reach + half + BEYOND,
    at + reach + after - half,
  ]);
  const [best] = [middle, ...new Set(wishes)]
    .filter((to) => to >= least - NEAR && to <= most + NEAR)
    .map((to) => {
      const [start, end] = [to - half, to + half];
      const isOut = (at: number): boolean => at + reach <= start || at - reach >= end;
      const isWhole = (at: number): boolean =>
        at - reach >= start + before - NEAR &&
        (axis.after === undefined || at + reach <= end - after + NEAR);
      const whole = cards.filter((at) => isWhole(at) && !isOut(at)).length;
      const cut = cards.filter((at) => !isWhole(at) && !isOut(at)).length;
      return { to, cut, whole, way: Math.abs(to - middle) };
    })
    .filter(({ whole }) => whole > 0)
    .sort((a, b) => a.cut - b.cut || a.way - b.way);
  return best ?? { to: middle, cut: 0 };
}
