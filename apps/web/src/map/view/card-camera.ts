import type { Box, Layout, Point, Size } from '@gcscope/picture';
import type { Camera } from '../../address/view-search.ts';
import { READABLE_ZOOM } from './measures.ts';
import {
  belowTop,
  LOWER_MARGIN,
  lowerMargin,
  MARGIN,
  panCamera,
  withinWorld,
  withRoomFor,
} from './start-camera.ts';
import { type Cards, clampedTo, type Limits, spanOf, zoomToShow } from './whole-cards.ts';

/** A card that comes into view is at least so large: its name has room on two lines. */
const CLOSE_ZOOM = READABLE_ZOOM + 0.2;

/** The points that belong into view with a card. */
export interface Beside {
  readonly mentioned: readonly Point[];
  readonly awaited: readonly Point[];
  /** Owners and dependents, and the objects that wrong references lead to. */
  readonly relatives: readonly Point[];
  /** Box around the objects of its namespace. */
  readonly home: Box;
}

/** The zoom at which a card comes into view: as it is, if the card can be read well. */
export function closeZoom(zoom: number): number {
  return Math.max(zoom, CLOSE_ZOOM);
}

/** The card with what it waits for, and, in a view that `follows` what the page speaks of, with what that mentions and has room for. */
export function askedFor(
  card: Point,
  { mentioned, awaited }: Beside,
  follows: boolean,
  size: Size,
  zoom: number,
): readonly Point[] {
  return [...withRoomFor(card, follows ? mentioned : [], size, zoom), ...awaited];
}

/** The camera moved by as little as it takes that these cards are in view, or from below the upper edge of the world if nothing `pans` it. */
export function shownCamera(
  shown: readonly Point[],
  from: Camera,
  pans: boolean,
  cards: Cards & Pick<Layout, 'bounds'>,
  size: Size,
): Camera {
  const zoom = Math.min(from.zoom, zoomToShow(shown, size, LOWER_MARGIN));
  return pans ? panCamera(shown, { ...from, zoom }, cards, size) : belowTop(from, cards, size);
}

/** The camera that shows these cards, and with them as much as it can of what stands in their namespace. */
export function homeCamera(
  shown: readonly Point[],
  zoom: number,
  home: Box,
  cards: Cards & Pick<Layout, 'bounds'>,
  size: Size,
): Camera {
  const near = Math.min(zoom, zoomToShow(shown, size, LOWER_MARGIN));
  const [x, y] = [middleOf(shown, 'x'), middleOf(shown, 'y')];
  const camera = withinWorld(withHome({ x, y, zoom: near }, home, size), cards.bounds, size);
  return panCamera(shown, camera, cards, size);
}

function middleOf(shown: readonly Point[], way: 'x' | 'y'): number {
  const { from, to } = spanOf(shown, way);
  return (from + to) / 2;
}

/** The camera moved by as little as it takes that all of the box is in its view, or nothing beside it. */
function withHome({ x, y, zoom }: Camera, home: Box, size: Size): Camera {
  const margin = MARGIN / zoom;
  const limits = (view: number, from: number, to: number): Limits => {
    const [first, last] = [from - margin + view / 2, to - view / 2];
    return { least: Math.min(first, last), most: Math.max(first, last) };
  };
  const across = limits(size.width / zoom, home.x, home.x + home.width + margin);
  const below = home.y + home.height + lowerMargin(size) / zoom;
  const down = limits(size.height / zoom, home.y, below);
  return { x: clampedTo(x, across), y: clampedTo(y, down), zoom };
}
