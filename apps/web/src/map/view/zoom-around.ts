import type { Box, Point, Size } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Camera } from '../../address/view-search.ts';
import { clamped } from './measures.ts';

/** The card, with its frame, that a zoom around a point should show and would miss; `undefined` if it misses none. */
export type Missing = (
  at: Point,
  view: Box,
) => { readonly card: Point; readonly frame: Box } | undefined;

/** Half of the part of a view in which one card of a namespace has to be: more at its edge is next to nothing. */
const REACH = 3 / 8;
/** Half of that part where the map travels: the cards beside that one come into view, too. */
const TRAVEL_REACH = 1 / 4;

/**
 * The camera with another zoom: the place under a point of the canvas stays there. A zoom in leads to a card that would be missing; its
 * frame stays under the point, so that the next step leads there, too.
 */
export function zoomAround(
  from: Camera,
  at: Point,
  zoom: number,
  size: Size,
  missing: Missing | undefined,
  travels: boolean,
): Camera {
  const [right, down] = [at.x - size.width / 2, at.y - size.height / 2];
  const around = (point: Point): Camera => ({
    x: point.x - right / zoom,
    y: point.y - down / zoom,
    zoom,
  });
  const point = { x: from.x + right / from.zoom, y: from.y + down / from.zoom };
  const goal = around(point);
  // A zoom out must not jump.
  if (zoom <= from.zoom) return goal;
  const found = missing?.(point, innerView(goal, size));
  if (!found) return goal;
  const led = ledTo(found.card, goal, size, travels ? TRAVEL_REACH : REACH);
  const { x, y, width, height } = found.frame;
  const [first, last] = [around({ x, y }), around({ x: x + width, y: y + height })];
  return { x: clamped(led.x, first.x, last.x), y: clamped(led.y, first.y, last.y), zoom };
}

/** The camera moved as far as it takes to show what would be missing around its middle. */
export function ledCamera(camera: Camera, size: Size, missing: Missing | undefined): Camera {
  const found = missing?.(camera, innerView(camera, size));
  return found ? ledTo(found.card, camera, size, REACH) : camera;
}

function innerView({ x, y, zoom }: Camera, size: Size): Box {
  const [across, down] = [(size.width / zoom) * REACH, (size.height / zoom) * REACH];
  return { x: x - across, y: y - down, width: 2 * across, height: 2 * down };
}

function ledTo(
  card: Point,
  { x, y, zoom }: Camera,
  { width, height }: Size,
  reach: number,
): Camera {
  const [across, down] = [(width / zoom) * reach, (height / zoom) * reach];
  return {
    x: clamped(x, card.x - across, card.x + across),
    y: clamped(y, card.y - down, card.y + down),
    zoom,
  };
}

/** Calls back while two fingers lead closer. */
export function watchPinchIn(cy: Core, onCloser: () => void): void {
  let zoom = cy.zoom();
  cy.on('tapstart', () => {
    zoom = cy.zoom();
  });
  cy.on('pinchzoom', () => {
    const isCloser = cy.zoom() > zoom;
    zoom = cy.zoom();
    if (isCloser) onCloser();
  });
}
