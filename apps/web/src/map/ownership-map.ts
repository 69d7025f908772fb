import type { GraphDelta, Uid } from '@gcscope/gc-core/wire';
import { type Layout, layout, palette, rowsOf, slotOf, type Theme } from '@gcscope/picture';
import type { Core, EventObject } from 'cytoscape';
import type { GraphStore } from '../data/graph-store.ts';
import type { Selection, Selector } from '../data/selection.ts';
import { tallyOf } from '../data/tally.ts';
import { createMap } from './create-map.ts';
import { ElementLoader } from './element-loader.ts';
import { cardId, type MapElements } from './elements.ts';
import { Ghosts } from './ghosts.ts';
import { MapCanvas } from './map-canvas.ts';
import { MapEdges } from './map-edges.ts';
import type { HoverTarget, MapEvents } from './map-events.ts';
import { forgetCuts, SANS } from './paint.ts';
import { paintMap } from './paint-map.ts';
import { Rings } from './rings.ts';
import { stylesheet } from './stylesheet.ts';
import { type Direction, travel } from './travel.ts';
import { ViewIndex } from './view-index.ts';
import { type Start, Viewport } from './viewport.ts';
import { WaitingEdges } from './waiting-edges.ts';

/** Cards are kept ready around the view, so that panning does not uncover rectangles. */
const VIEW_MARGIN = 0.35;
const TRAVEL_MILLIS = 220;

const NOBODY: ReadonlySet<Uid> = new Set();
const NO_CARDS: MapElements = { cards: new Map(), edges: new Map() };
const NOTHING_SELECTED: Selection = {
  records: [],
  context: new Set(),
  matches: tallyOf([]),
  total: tallyOf([]),
};

/** The map of one graph: of any store, a fork with a layout of its own as well. Lives outside of React. */
export class OwnershipMap {
  readonly #canvas: MapCanvas;
  readonly #cy: Core;
  readonly #cards: ElementLoader;
  readonly #edges: MapEdges;
  readonly #waiting: WaitingEdges;
  readonly #viewport: Viewport;
  readonly #events: MapEvents;
  readonly #still: boolean = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  readonly #rings: Rings = new Rings(this.#still);
  readonly #ghosts: Ghosts = new Ghosts(() => this.#schedule());
  readonly #observer: ResizeObserver;
  #store: GraphStore | undefined;
  #selector: Selector | undefined;
  #leaveStore: (() => void) | undefined;
  #selection: Selection = NOTHING_SELECTED;
  #layout: Layout = layout(rowsOf([]));
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
    this.#edges = new MapEdges(this.#cy, this.#cards, events.onChips);
    this.#waiting = new WaitingEdges(this.#cy, this.#still);
    const size = (): MapCanvas['size'] => this.#canvas.size;
    this.#viewport = new Viewport(this.#cy, size, this.#still, events.onCamera);
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(host);
    // A canvas does not wait for fonts: write again when they are there.
    const fonts = [400, 550, 600].map((weight) => document.fonts.load(`${weight} 12px ${SANS}`));
    void Promise.allSettled(fonts).then(() => {
      forgetCuts();
      this.#redraw();
    });
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
    this.#viewport.restart(start);
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
    this.#viewport.reveal(this.#layout.x[slot] ?? 0, this.#layout.y[slot] ?? 0);
  }

  /** Where an arrow key leads from the selected object; without one to the first object. */
  neighbour(direction: Direction): Uid | undefined {
    return this.#selected === undefined
      ? this.#layout.uids[0]
      : travel(this.#layout, this.#selected, direction);
  }

  /** Shows everything, and keeps doing so as the graph grows. */
  fit(): void {
    this.#viewport.fit(this.#layout.bounds);
  }

  /** Zooms around the middle; `factor` > 1 comes closer. */
  zoomBy(factor: number): void {
    this.#viewport.zoomTo(this.#cy.zoom() * factor);
  }

  /** Zooms around the middle; 1 is 100 %. */
  zoomTo(zoom: number): void {
    this.#viewport.zoomTo(zoom);
  }

  /** Ends the map and leaves the host empty. */
  destroy(): void {
    this.#leaveStore?.();
    this.#observer.disconnect();
    cancelAnimationFrame(this.#updateFrame);
    cancelAnimationFrame(this.#ringFrame);
    this.#ghosts.clear();
    this.#viewport.stop();
    this.#waiting.stop();
    this.#cy.destroy();
    this.#canvas.remove();
  }

  #listen(): void {
    this.#cy.on('render', () => this.#paint());
    this.#cy.on('viewport', () => {
      if (this.#cards.isOutdated(this.#viewport.box(0))) this.#load();
      this.#events.onZoom(this.#cy.zoom());
    });
    this.#cy.on('tap', (event) => this.#events.onSelect(this.#uidAt(event)));
    this.#cy.on('dbltap', (event) => {
      const uid = this.#uidAt(event);
      if (uid !== undefined) this.#events.onOpen(uid);
    });
    let hovered = '';
    this.#cy.on('mousemove', (event) => {
      const target = this.#targetAt(event);
      const key = JSON.stringify(target ?? '');
      if (key === hovered) return;
      hovered = key;
      this.#canvas.cards.classList.toggle('pointing', target !== undefined && 'uid' in target);
      if (this.#edges.hover(target && 'edges' in target ? target.edges : [])) this.#redraw();
      this.#events.onHover(target, event.renderedPosition);
    });
  }

  #targetAt(event: EventObject): HoverTarget | undefined {
    const uid = this.#uidAt(event);
    if (uid !== undefined) return { uid };
    const edges = this.#edges.at(event.position);
    return edges.length > 0 ? { edges } : undefined;
  }

  #uidAt(event: EventObject): Uid | undefined {
    if (event.target !== this.#cy) return event.target.data('uid') as Uid | undefined;
    const slot = this.#cards.index?.at(event.position.x, event.position.y, 3 / this.#cy.zoom());
    return slot === undefined ? undefined : this.#layout.uids[slot];
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
    const rows = rowsOf(places);
    this.#layout = layout(rows, before.uids.length > 0 ? before : undefined);
    this.#cards.arrange(this.#selection, this.#layout);
    const { gone = NOBODY, isPast = false } = this.#selection;
    this.#edges.arrange(rows.edges, this.#layout, isPast ? NOBODY : gone);
    this.#viewport.follow(this.#layout, before, this.#store.records);
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
    const box = this.#viewport.box(VIEW_MARGIN);
    const cards = this.#cards.load(this.#selection, this.#layout, this.#store.records, box, {
      travel: this.#still ? 0 : TRAVEL_MILLIS,
      ghosts: this.#ghosts.uids,
    });
    this.#edges.load();
    this.#waiting.follow([...this.#cards.loaded.edges.values()].some((edge) => edge.data.waited));
    this.#markSelected();
    this.#events.onStatus({ selection: this.#selection, cards });
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
    paintMap(this.#canvas.brush('behind', zoom, pan), this.#canvas.brush('above', zoom, pan), {
      cy: this.#cy,
      layout: this.#layout,
      loaded: afar ? NO_CARDS : this.#cards.loaded,
      index: afar ? new ViewIndex(this.#layout) : this.#cards.index,
      records: this.#store?.records ?? new Map(),
      view: this.#viewport.box(0),
      routes: this.#edges.routes,
      isMarked: (route) => this.#edges.markOf(route, this.#selected),
    });
    this.#edges.tellChips(this.#canvas.size);
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
    this.#viewport.resized(this.#layout.bounds);
    this.#update();
    if (this.#selected !== undefined) this.select(this.#selected, true);
  }
}
