import type { GraphDelta, Uid } from '@gcscope/gc-core/wire';
import { type Layout, layout, palette, rowsOf, slotOf, type Theme } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Place } from '../address/view-search.ts';
import type { GraphStore } from '../data/graph-store.ts';
import type { Selection, Selector } from '../data/selection.ts';
import { tallyOf } from '../data/tally.ts';
import { createMap } from './create-map.ts';
import { ElementLoader } from './element-loader.ts';
import { cardId, type MapElements } from './elements.ts';
import { FarView } from './far-view.ts';
import { Ghosts } from './ghosts.ts';
import { MapCanvas } from './map-canvas.ts';
import type { MapEvents } from './map-events.ts';
import { type Ground, MapPointer } from './map-pointer.ts';
import { Minimap } from './minimap.ts';
import { loadFonts } from './paint.ts';
import { type Painted, paintMap } from './paint-map.ts';
import { Rings } from './rings.ts';
import { stylesheet } from './stylesheet.ts';
import { type Direction, nearestTo, travel } from './travel.ts';
import { type Trouble, troubleOf } from './trouble.ts';
import { ViewIndex } from './view-index.ts';
import { type Start, Viewport } from './viewport.ts';
import { WaitingEdges } from './waiting-edges.ts';

/** Cards are kept ready around the view, so that panning does not uncover rectangles. */
const VIEW_MARGIN = 0.35;
const TRAVEL_MILLIS = 220;

const NO_CARDS: MapElements = { cards: new Map(), edges: new Map() };
const NOTHING_SELECTED: Selection = {
  records: [],
  context: new Set(),
  matches: tallyOf([]),
  total: tallyOf([]),
};

/** The map of one graph: of any store, a fork with a layout of its own as well. Lives outside of React. */
export class OwnershipMap {
  readonly viewport: Viewport;
  readonly #canvas: MapCanvas;
  readonly #cy: Core;
  readonly #cards: ElementLoader;
  readonly #waiting: WaitingEdges;
  readonly #pointer: MapPointer;
  readonly #events: MapEvents;
  readonly #still: boolean = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  readonly #rings: Rings = new Rings(this.#still);
  readonly #ghosts: Ghosts = new Ghosts(() => this.#schedule());
  readonly #farView: FarView = new FarView();
  readonly #observer: ResizeObserver;
  #store: GraphStore | undefined;
  #selector: Selector | undefined;
  #leaveStore: (() => void) | undefined;
  #selection: Selection = NOTHING_SELECTED;
  #layout: Layout = layout(rowsOf([]));
  #trouble: Trouble = troubleOf(this.#layout, new Map());
  #painted: Painted = { names: [], marks: [] };
  #minimap: Minimap | undefined;
  #selected: Uid | undefined;
  /** The first look is from afar, without cards: Cytoscape's first frame takes longer than all the rest. */
  #look: 'first' | 'afar' | 'close' = 'first';
  #updateFrame = 0;
  #ringFrame = 0;

  constructor(host: HTMLElement, events: MapEvents) {
    this.#events = events;
    this.#canvas = new MapCanvas(host);
    this.#cy = createMap(this.#canvas.cards, this.#canvas.ratio);
    this.#cards = new ElementLoader(this.#cy);
    this.#waiting = new WaitingEdges(this.#cy, this.#still);
    const size = (): MapCanvas['size'] => this.#canvas.size;
    this.viewport = new Viewport(this.#cy, size, this.#still, events.onPlace);
    const ground = (): Ground => ({
      layout: this.#layout,
      index: this.#cards.index,
      painted: this.#painted,
    });
    const onEnter = (namespace: string): void => this.enter(namespace);
    this.#pointer = new MapPointer(this.#cy, this.#canvas, this.viewport, ground, {
      ...events,
      onEnter,
    });
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(host);
    // A canvas does not wait for fonts: write again when they are there.
    void loadFonts().then(() => this.#redraw());
  }

  /** Shows a selection of a graph. `start`: where to look; without it the map chooses. */
  show(store: GraphStore, selector: Selector, start?: Start): void {
    if (store !== this.#store) {
      this.#leaveStore?.();
      this.#leaveStore = store.subscribe((delta) => this.#changed(delta));
      this.#store = store;
    }
    this.#selector = selector;
    this.#ghosts.clear();
    this.#layout = layout(rowsOf([]));
    this.viewport.restart(start);
    this.#update();
  }

  /** Draws in the colours of the theme. */
  setTheme(theme: Theme): void {
    this.#canvas.colours = palette(theme);
    this.#cy.style(stylesheet(this.#canvas.colours));
    this.#redraw();
  }

  /** Marks the object and its edges; `reveal` brings it into view at a readable size. */
  select(uid: Uid | undefined, reveal: boolean): void {
    this.#selected = uid;
    this.#markSelected();
    const slot = uid === undefined ? undefined : slotOf(this.#layout, uid);
    if (!reveal || slot === undefined) return;
    this.viewport.reveal(this.#layout.x[slot] ?? 0, this.#layout.y[slot] ?? 0);
  }

  /** Where an arrow key leads from the selected object; without one to the object nearest to the middle of the view. */
  neighbour(direction: Direction): Uid | undefined {
    if (this.#selected !== undefined) return travel(this.#layout, this.#selected, direction);
    const { x, y, width, height } = this.viewport.box(0);
    return nearestTo(this.#layout, x + width / 2, y + height / 2);
  }

  /** Travels to a place of the address; without one to where the map would start. */
  visit(place: Place | undefined): void {
    this.viewport.visit(place, this.#layout, this.#store?.records ?? new Map());
  }

  /** Travels to a namespace and says so. */
  enter(namespace: string): void {
    const place = { namespace };
    this.visit(place);
    this.#events.onPlace(place);
  }

  /** Draws the small map of the whole on this canvas, until it gets another one or none. */
  setMinimap(canvas: HTMLCanvasElement | null): void {
    this.#minimap = canvas ? new Minimap(canvas) : undefined;
    this.#redraw();
  }

  /** Puts the middle of the view to a point of the small map, CSS px. */
  lookAtMinimap(x: number, y: number): void {
    const point = this.#minimap?.toWorld(this.#layout.bounds, x, y);
    if (point) this.viewport.centre(point.x, point.y);
  }

  /** Shows everything, and keeps doing so as the graph grows. */
  fit(): void {
    this.viewport.fit(this.#layout.bounds);
  }

  /** Ends the map and leaves the host empty. */
  destroy(): void {
    this.#leaveStore?.();
    this.#observer.disconnect();
    this.#pointer.stop();
    cancelAnimationFrame(this.#updateFrame);
    cancelAnimationFrame(this.#ringFrame);
    this.#ghosts.clear();
    this.viewport.stop();
    this.#waiting.stop();
    this.#cy.destroy();
    this.#canvas.remove();
  }

  #listen(): void {
    this.#cy.on('render', () => this.#paint());
    this.#cy.on('viewport', () => {
      if (this.#cards.isOutdated(this.viewport.box(0))) this.#load();
      this.#tellZoom();
    });
  }

  #tellZoom(): void {
    this.#events.onZoom(this.#cy.zoom(), this.viewport.holds(this.#layout.bounds));
  }

  #changed(delta: GraphDelta): void {
    const changed = delta.upserts.map((record) => record.uid);
    this.#rings.add(changed, performance.now());
    for (const uid of changed) this.#ghosts.drop(uid);
    for (const uid of delta.removes) if (this.#cards.loaded.cards.has(uid)) this.#ghosts.add(uid);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#updateFrame !== 0) return;
    this.#updateFrame = requestAnimationFrame(() => {
      this.#updateFrame = 0;
      this.#update();
    });
  }

  /** From the store to the screen: select, lay out, load the view, draw. */
  #update(): void {
    if (!this.#store || !this.#selector) return;
    this.#selection = this.#selector(this.#store);
    const before = this.#layout;
    const { records, places = records } = this.#selection;
    this.#layout = layout(rowsOf(places), before.uids.length > 0 ? before : undefined);
    this.#trouble = troubleOf(this.#layout, this.#store.records, this.#selection.gone);
    this.#cards.arrange(this.#selection, this.#layout);
    this.viewport.follow(this.#layout, before, this.#store.records);
    if (this.#look === 'first' && records.length > 0) {
      this.#look = 'afar';
      this.#paint();
      this.#updateFrame = requestAnimationFrame(() => {
        // One frame to be seen, then the cards.
        this.#updateFrame = requestAnimationFrame(() => this.#lookCloser());
      });
      return;
    }
    if (this.#look === 'afar') return;
    this.#load();
    this.#redraw();
  }

  #load(): void {
    if (!this.#store) return;
    const box = this.viewport.box(VIEW_MARGIN);
    const cards = this.#cards.load(this.#selection, this.#layout, this.#store.records, box, {
      travel: this.#still ? 0 : TRAVEL_MILLIS,
      ghosts: this.#ghosts.uids,
    });
    this.#waiting.follow([...this.#cards.loaded.edges.values()].some((edge) => edge.data.waited));
    this.#markSelected();
    const { namespaces } = this.#trouble;
    this.#events.onStatus({ selection: this.#selection, cards, namespaces });
  }

  #markSelected(): void {
    this.#cy.batch(() => {
      this.#cy.elements('.selected').removeClass('selected');
      if (this.#selected === undefined) return;
      const node = this.#cy.getElementById(cardId(this.#selected));
      node.addClass('selected').connectedEdges().addClass('selected');
    });
  }

  /** Never paints by itself: what is written must be of the same moment as the cards Cytoscape draws. */
  #redraw(): void {
    this.#cy.forceRender();
    this.#paintRings();
  }

  #lookCloser(): void {
    this.#updateFrame = 0;
    this.#look = 'close';
    this.#update();
  }

  #paint(): void {
    const afar = this.#look === 'afar';
    const zoom = this.#cy.zoom();
    const pan = this.#cy.pan();
    const view = this.viewport.box(0);
    this.#painted = paintMap(
      this.#canvas.brush('behind', zoom, pan),
      this.#canvas.brush('above', zoom, pan),
      {
        cy: this.#cy,
        layout: this.#layout,
        loaded: afar ? NO_CARDS : this.#cards.loaded,
        index: afar ? new ViewIndex(this.#layout) : this.#cards.index,
        records: this.#store?.records ?? new Map(),
        trouble: this.#trouble,
        farView: this.#farView,
        view,
      },
    );
    this.#minimap?.paint(this.#canvas.colours, this.#layout, this.#trouble, view);
  }

  #paintRings(): void {
    if (!this.#rings.active || this.#ringFrame !== 0) return;
    this.#ringFrame = requestAnimationFrame((now) => {
      this.#ringFrame = 0;
      const brush = this.#canvas.brush('rings', this.#cy.zoom(), this.#cy.pan());
      this.#rings.paint(brush, this.#layout, now);
      this.#paintRings();
    });
  }

  #resized(): void {
    this.#canvas.resize();
    this.#cy.resize();
    if (!this.#store) return;
    this.viewport.resized(this.#layout.bounds);
    this.#update();
    this.#tellZoom();
    if (this.#selected !== undefined) this.select(this.#selected, true);
  }
}
