import cytoscape, { type Core } from 'cytoscape';
import { MAX_ZOOM, MIN_ZOOM } from '../view/measures.ts';

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
