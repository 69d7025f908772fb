import cytoscape, { type Core } from 'cytoscape';

/** The farthest and the closest zoom: half a million objects are a world of 150,000 px. */
export const MIN_ZOOM = 0.003;
export const MAX_ZOOM = 2.5;

/** The one place that makes a Cytoscape: an empty canvas map in `container`, driven by `OwnershipMap`. */
export function createMap(container: HTMLElement, pixelRatio: number): Core {
  return cytoscape({
    container,
    pixelRatio,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    autoungrabify: true,
    autounselectify: true,
    boxSelectionEnabled: false,
    layout: { name: 'null' },
    style: [],
  });
}
