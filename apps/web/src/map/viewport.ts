import type { Box, Layout } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Camera } from '../address/view-search.ts';
import type { Point } from './arrangement.ts';
import { MAX_ZOOM, MIN_ZOOM } from './create-map.ts';
import type { Records } from './faces.ts';
import { fitCamera, READABLE_ZOOM, type Size, startCamera } from './start-camera.ts';

/** How the view was set: only a fitted view is fitted again as the graph grows. */
type Manner = 'none' | 'fitted' | 'placed' | 'touched';

/** Where a view starts: a camera, or everything in view while signs stay readable. */
export type Start = Camera | 'overview';

/** Below this zoom an overview shows nothing. */
const OVERVIEW_ZOOM = 0.4;
const TRAVEL_MILLIS = 220;
const REST_MILLIS = 300;

/** Where the map looks: chooses a start, follows the graph until the user moves the map. */
export class Viewport {
  readonly #cy: Core;
  readonly #size: () => Size;
  readonly #onRest: (camera: Camera | undefined) => void;
  readonly #still: boolean;
  #manner: Manner = 'none';
  #overview = false;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  /** `onRest` gets the camera once the user stops moving the map; `undefined` after a fit. */
  constructor(
    cy: Core,
    size: () => Size,
    still: boolean,
    onRest: (camera: Camera | undefined) => void,
  ) {
    this.#cy = cy;
    this.#size = size;
    this.#still = still;
    this.#onRest = onRest;
    cy.on('dragpan scrollzoom pinchzoom', () => this.#touched());
  }

  /** Forgets where it looked; the next `follow` starts anew unless a camera is given. */
  restart(start?: Start): void {
    const camera = start === 'overview' ? undefined : start;
    this.#overview = start === 'overview';
    this.#manner = camera ? 'touched' : 'none';
    if (camera) this.#look(camera, 0);
  }

  /** Keeps a fitted view fitted, and starts a view once there is something to see. */
  follow(layout: Layout, before: Layout, records: Records): void {
    const size = this.#size();
    if (layout.uids.length === 0 || size.width === 0 || size.height === 0) return;
    if (this.#manner === 'none') {
      const whole = fitCamera(layout.bounds, size);
      this.#overview &&= whole.zoom >= OVERVIEW_ZOOM;
      const { camera, fitted } = this.#overview
        ? { camera: whole, fitted: true }
        : startCamera(layout, records, size);
      this.#look(camera, 0);
      this.#manner = fitted ? 'fitted' : 'placed';
      return;
    }
    const { bounds } = layout;
    const grown = bounds.width !== before.bounds.width || bounds.height !== before.bounds.height;
    if (this.#manner === 'fitted' && grown) this.#look(fitCamera(bounds, size), 0);
  }

  /** Fits no more by itself. */
  hold(): void {
    if (this.#manner === 'fitted') this.#manner = 'placed';
  }

  /** What stood at `before` and stands at `after` now keeps its place in view. */
  keep(before: Point, after: Point): void {
    const zoom = this.#cy.zoom();
    this.#cy.panBy({ x: (before.x - after.x) * zoom, y: (before.y - after.y) * zoom });
  }

  /** Shows the whole box, and keeps doing so. */
  fit(box: Box): void {
    this.#manner = 'fitted';
    clearTimeout(this.#restTimer);
    this.#look(fitCamera(box, this.#size()), TRAVEL_MILLIS);
    this.#onRest(undefined);
  }

  /** Keeps a fitted view fitted in a canvas of another size. */
  resized(box: Box): void {
    if (this.#manner === 'fitted') this.#look(fitCamera(box, this.#size()), 0);
  }

  /** Zooms around the middle; 1 is 100 %. */
  zoomTo(zoom: number): void {
    const { width, height } = this.#size();
    const pan = this.#cy.pan();
    const before = this.#cy.zoom();
    const camera = { x: (width / 2 - pan.x) / before, y: (height / 2 - pan.y) / before, zoom };
    this.#look(camera, TRAVEL_MILLIS);
    this.#touched();
  }

  /** Brings a point into view, at a readable size unless an overview was asked for; does nothing while it is. */
  reveal(x: number, y: number): void {
    const zoom = this.#cy.zoom();
    const view = this.box(-0.08);
    const inside =
      x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height;
    const least = this.#overview ? 0 : READABLE_ZOOM;
    if (inside && zoom >= least) return;
    this.#look(
      { x, y, zoom: this.#overview ? zoom : Math.max(zoom, READABLE_ZOOM + 0.2) },
      TRAVEL_MILLIS,
    );
    this.#touched();
  }

  /** What is in view, grown by `margin` of its size on each side, in world px. */
  box(margin: number): Box {
    const { x1, y1, w, h } = this.#cy.extent();
    return {
      x: x1 - w * margin,
      y: y1 - h * margin,
      width: w * (1 + 2 * margin),
      height: h * (1 + 2 * margin),
    };
  }

  /** Forgets its timers. */
  stop(): void {
    clearTimeout(this.#restTimer);
  }

  #look({ x, y, zoom: wished }: Camera, travel: number): void {
    const { width, height } = this.#size();
    const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, wished));
    const pan = { x: width / 2 - x * zoom, y: height / 2 - y * zoom };
    this.#cy.stop(true);
    if (travel === 0 || this.#still) this.#cy.viewport({ zoom, pan });
    else this.#cy.animate({ zoom, pan }, { duration: travel, easing: 'ease-out-cubic' });
  }

  #touched(): void {
    this.#manner = 'touched';
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      const { width, height } = this.#size();
      const zoom = this.#cy.zoom();
      const pan = this.#cy.pan();
      this.#onRest({ x: (width / 2 - pan.x) / zoom, y: (height / 2 - pan.y) / zoom, zoom });
    }, REST_MILLIS);
  }
}
