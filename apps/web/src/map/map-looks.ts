import type { MapEdges } from './edges/map-edges.ts';
import type { Painted } from './paint/paint-map.ts';
import { AtRest } from './view/at-rest.ts';
import { LINES_ZOOM } from './view/measures.ts';
import type { Viewport } from './view/viewport.ts';
import type { Arrangement } from './world/arrangement.ts';
import { type ShownLooks, shownLooks } from './world/shown-looks.ts';

/** The looks that a legend explains: those drawn in the view of a map. */
export class MapLooks {
  readonly #viewport: Viewport;
  readonly #edges: MapEdges;
  readonly #arrangement: Arrangement;
  readonly #atRest: AtRest;
  #marks: Painted['marks'] = [];
  #hasChanged = false;
  #hasGone = false;

  constructor(viewport: Viewport, edges: MapEdges, arrangement: Arrangement) {
    this.#viewport = viewport;
    this.#edges = edges;
    this.#arrangement = arrangement;
    this.#atRest = new AtRest(() => JSON.stringify(viewport.box(0)));
  }

  /** Looks as drawn last. */
  get now(): ShownLooks {
    const { zoom } = this.#viewport;
    const { routes } = this.#edges;
    return shownLooks(this.#arrangement, {
      zoom,
      view: this.#viewport.box(0),
      marks: this.#marks,
      routes: zoom < LINES_ZOOM ? routes.filter((route) => this.#edges.markOf(route)) : routes,
      hasRings: this.#hasChanged,
      hasGone: this.#hasGone,
    });
  }

  /** Calls back when others may be drawn and the map is at rest, and once at the start, until the returned function is called. */
  watch(listener: () => void): () => void {
    return this.#atRest.watch(listener);
  }

  /** The map shows another graph. */
  restart(): void {
    this.#hasChanged = false;
    this.#hasGone = false;
  }

  /** Objects have changed: their cards have rings for a moment. */
  changed(): void {
    this.#hasChanged = true;
  }

  /** A frame was drawn. */
  painted({ marks, hasGone }: Pick<Painted, 'marks' | 'hasGone'>): void {
    this.#marks = marks;
    // The legend goes on to explain marks that were visible for a moment.
    this.#hasGone ||= hasGone;
    this.#atRest.painted();
  }

  /** Calls nobody any more. */
  stop(): void {
    this.#atRest.stop();
  }
}
