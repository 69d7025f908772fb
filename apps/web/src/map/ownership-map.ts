import type { GraphDelta, Uid } from '@gcscope/gc-core/wire';
import { type Box, type Layout, palette, type Theme } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Place } from '../address/view-search.ts';
import type { GraphStore } from '../data/graph-store.ts';
import { type Selector, withoutEdges } from '../data/selection.ts';
import { MapEdges } from './edges/map-edges.ts';
import { createMap } from './elements/create-map.ts';
import { ElementLoader } from './elements/element-loader.ts';
import type { MapElements } from './elements/elements.ts';
import { GoneCards } from './elements/gone-cards.ts';
import { markSelected } from './elements/reconcile.ts';
import { stylesheet } from './elements/stylesheet.ts';
import { WaitingEdges } from './elements/waiting-edges.ts';
import type { HoverTarget, MapEvents } from './map-events.ts';
import { MapLooks } from './map-looks.ts';
import { type Ground, MapPointer } from './map-pointer.ts';
import { Backdrop } from './paint/backdrop.ts';
import { loadFonts } from './paint/brush.ts';
import { FarView } from './paint/far-view.ts';
import { MapCanvas } from './paint/map-canvas.ts';
import { Minimap } from './paint/minimap.ts';
import { NOTHING_PAINTED, type Painted, paintMap } from './paint/paint-map.ts';
import { Rings } from './paint/rings.ts';
import type { HoverPoint } from './place-beside.ts';
import { Revealer, type Shown } from './reveal.ts';
import { CARD_NAMES_ZOOM } from './view/measures.ts';
import { fromNamespace } from './view/namespace-camera.ts';
import type { Start } from './view/start.ts';
import { Viewport } from './view/viewport.ts';
import { Arrangement, type Stacking } from './world/arrangement.ts';
import type { Direction } from './world/next-card.ts';
import { nearestIfLost, nearestIfNowhere } from './world/nowhere.ts';
import { problemPlaces } from './world/problems.ts';
import { ViewIndex } from './world/view-index.ts';

/** Cards are kept ready around the view, so that panning does not uncover rectangles. */
const VIEW_MARGIN = 0.35;
const MOVE_MILLIS = 220;

const NO_CARDS: MapElements = { cards: new Map(), edges: new Map() };

/** The map of one graph: of any store, a simulation with a layout of its own as well. Lives outside of React. */
export class OwnershipMap {
  readonly viewport: Viewport;
  /** Looks that the legend explains. */
  readonly looks: MapLooks;
  readonly #canvas: MapCanvas;
  readonly #cy: Core;
  readonly #cards: ElementLoader;
  readonly #edges: MapEdges;
  readonly #waiting: WaitingEdges;
  readonly #pointer: MapPointer;
  readonly #revealer: Revealer;
  readonly #events: MapEvents;
  readonly #still: boolean = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  readonly #rings: Rings = new Rings(this.#still);
  readonly #gone: GoneCards = new GoneCards(() => this.#schedule());
  readonly #farView: FarView = new FarView();
  readonly #backdrop: Backdrop;
  readonly #observer: ResizeObserver;
  #store: GraphStore | undefined;
  #selector: Selector | undefined;
  #leaveStore: (() => void) | undefined;
  readonly #arrangement: Arrangement = new Arrangement();
  #painted: Painted = NOTHING_PAINTED;
  #minimap: Minimap | undefined;
  #shown: Shown = { uid: undefined, mentioned: [] };
  /** The stack that the keyboard is at. */
  #focused: Uid | undefined;
  /** The first look is from afar, without cards: Cytoscape's first frame takes longer than all the rest. */
  #look: 'first' | 'afar' | 'close' = 'first';
  #updateFrame = 0;
  /** Cytoscape has the style sheet of the theme. */
  #isStyled = false;
  /** The graph has changed since it was arranged. */
  #isOutdated = false;

  constructor(host: HTMLElement, events: MapEvents) {
    this.#events = events;
    this.#canvas = new MapCanvas(host);
    this.#backdrop = new Backdrop(this.#canvas.ratio);
    this.#cy = createMap(this.#canvas.cards, this.#canvas.ratio);
    this.#cards = new ElementLoader(this.#cy);
    this.#edges = new MapEdges(this.#cy, this.#cards, events.onChips);
    this.#waiting = new WaitingEdges(this.#cy, this.#still);
    this.viewport = new Viewport(this.#cy, () => this.#canvas.size, this.#still, {
      onRest: (place) => {
        events.onPlace(place && fromNamespace(place, this.#layout));
        this.#redrawAll();
      },
      onArrive: () => this.#follow(),
      missing: (at, view) => nearestIfLost(at, view, this.#layout),
      problems: (namespace) => problemPlaces(namespace, this.#arrangement),
    });
    this.#revealer = new Revealer(this.viewport, this.#arrangement);
    this.looks = new MapLooks(this.viewport, this.#edges, this.#arrangement);
    const ground = (): Ground => ({
      arrangement: this.#arrangement,
      index: this.#cards.index,
      painted: this.#painted,
      edges: this.#edges,
    });
    const acts = {
      ...events,
      onHover: (target: HoverTarget | undefined, at: HoverPoint): void => {
        if (this.#edges.hover(target && 'edges' in target ? target.edges : [])) this.#redraw();
        events.onHover(target, at);
      },
      onEnter: (namespace: string): void => this.enter(namespace),
    };
    this.#pointer = new MapPointer(this.#cy, this.#canvas, this.viewport, ground, acts);
    this.#listen();
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(host);
    // A canvas does not wait for fonts: write again when they are there.
    void loadFonts().then(() => this.#redrawAll());
  }

  /**
   * Shows a selection of a graph. `start`: where to look; without it the map chooses. A graph in place of its outline leaves
   * everything where it is.
   */
  show(store: GraphStore, selector: Selector, start?: Start): void {
    const isNamed = this.#store?.isOutline === true && !store.isOutline;
    const goesOn = isNamed && selector === this.#selector;
    if (store !== this.#store) {
      this.#leaveStore?.();
      this.#leaveStore = store.subscribe((delta) => this.#changed(delta));
      this.#store = store;
    }
    this.#selector = selector;
    if (!goesOn) {
      this.looks.restart();
      this.#gone.clear();
      this.#arrangement.clear();
      this.viewport.restart(start);
    }
    this.#update();
  }

  /** Stacks siblings; without `stacking` every object stands by itself. A stack that opens or closes keeps its place in view. */
  stack(stacking: Stacking | undefined): void {
    const map = this.#arrangement;
    const kept = map.kept(stacking, this.viewport.isFitted ? undefined : this.viewport.box(0));
    map.stack(stacking);
    const change = (): void => this.#update();
    this.viewport.keep(() => map.seenPlaceOf(kept), change);
    if (stacking?.open.length === 0) this.viewport.goBack(this.#layout);
  }

  /** Draws in the colours of the theme. */
  setTheme(theme: Theme): void {
    this.#canvas.colours = palette(theme);
    this.#isStyled = false;
    if (this.#look === 'first') return;
    this.#style();
    this.#redraw();
  }

  /** Cards get their style when there are any: reading a style sheet takes as long as drawing all objects from afar. */
  #style(): void {
    if (this.#isStyled || this.#look === 'afar') return;
    this.#isStyled = true;
    this.#cy.style(stylesheet(this.#canvas.colours));
  }

  /** Marks the object and its edges; `isRevealed` brings it into view at a readable size. */
  select(shown: Shown, isRevealed: boolean): void {
    this.#shown = shown;
    this.#edges.select(shown.uid);
    if (this.#arrangement.select(shown.uid)) this.#update();
    this.#markSelected();
    this.#revealer.reveal(isRevealed ? shown : undefined);
  }

  /** Marks a stack in place of the selected object, and brings it into view. */
  focus(stack: Uid | undefined): void {
    this.#focused = stack;
    this.#markSelected();
    this.#revealer.reveal({ uid: stack, mentioned: [] });
  }

  /** Goal of an arrow key from the stack or object that is marked; without one that nearest to the middle of the view. */
  neighbour(direction: Direction): Uid | undefined {
    const from = this.#focused ?? this.#shown.uid;
    return this.#arrangement.neighbour(from, direction, this.viewport.box(0));
  }

  /** Travels to a place of the address; without one to where the map would start. */
  visit(place: Place | undefined): void {
    this.viewport.visit(place, this.#layout);
  }

  /** Travels to a namespace and says so. */
  enter(namespace: string): void {
    this.visit({ namespace });
    this.#events.onPlace({ namespace }, true);
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

  /** Chips make room for new floating parts over the map. */
  makeRoom(): void {
    this.#canvas.floatsChanged();
    this.#redraw();
  }

  /** Ends the map and leaves the host empty. */
  destroy(): void {
    this.#leaveStore?.();
    this.#observer.disconnect();
    this.#pointer.stop();
    cancelAnimationFrame(this.#updateFrame);
    this.#rings.stop();
    this.looks.stop();
    this.#gone.clear();
    this.#cards.stop();
    this.viewport.stop();
    this.#waiting.stop();
    this.#cy.destroy();
    this.#canvas.remove();
  }

  #listen(): void {
    this.#cy.on('render', () => this.#paint());
    this.#cy.on('viewport', () => {
      this.#follow();
      this.#events.onInView(this.viewport.sees(this.#layout));
    });
  }

  /** Loads the cards of another view. While the map travels, only what is loaded at its end counts: no frame has time for more. */
  #follow(): void {
    // The first look comes before all cards, and before what the page tells of them.
    if (this.#look !== 'close' || !this.#cards.isOutdated(this.viewport.box(0))) return;
    if (this.viewport.isTravelling && this.#cards.hasRoomFor(this.viewport.box(VIEW_MARGIN)))
      return;
    this.#load();
  }

  get #layout(): Layout {
    return this.#arrangement.layout;
  }

  #changed(delta: GraphDelta): void {
    this.#isOutdated = true;
    this.#arrangement.changed();
    const changed = delta.upserts.map((record) => record.uid);
    this.#rings.add(this.#arrangement.faces.seenAs(changed), performance.now());
    for (const uid of changed) this.#gone.drop(uid);
    for (const uid of delta.removes) if (this.#cards.loaded.cards.has(uid)) this.#gone.add(uid);
    if (changed.length > 0) this.looks.changed();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#updateFrame !== 0) return;
    this.#updateFrame = requestAnimationFrame(() => {
      this.#updateFrame = 0;
      this.#update();
    });
  }

  /** Brings the store to the screen: select, lay out, load the view, draw. */
  #update(): void {
    if (!this.#store || !this.#selector) return;
    this.#isOutdated = false;
    const before = this.#arrangement.arrange(
      this.#store,
      this.#selector,
      this.#canvas.size,
      this.viewport.isFitted,
    );
    // Gone cards would stay where other objects are now.
    if (this.#arrangement.hasMoved) this.#gone.clear();
    this.#cards.arrange(this.#arrangement.faces, this.#layout);
    this.#edges.arrange(this.#arrangement, withoutEdges(this.#arrangement.selection));
    this.viewport.follow(this.#layout, before);
    this.#revealer.follow();
    this.#showView();
  }

  /** Loads the cards near the view, and draws. */
  #showView(): void {
    if (this.#look === 'first' && this.#arrangement.faces.count > 0) {
      this.#look = 'afar';
      this.#paint();
      this.#updateFrame = requestAnimationFrame(() => {
        // The far look has one frame to be seen, then the cards come.
        this.#updateFrame = requestAnimationFrame(() => {
          this.#updateFrame = 0;
          this.#look = 'close';
          if (this.#isOutdated) this.#update();
          else this.#showView();
        });
      });
      return;
    }
    if (this.#look === 'afar') return;
    this.#load();
    this.#redraw();
  }

  #load(): void {
    this.#style();
    const { faces, selection } = this.#arrangement;
    const { stacks, count: drawn } = faces;
    const cards = this.#cards.load(selection, this.#layout, faces, this.viewport.box(VIEW_MARGIN), {
      moveMillis: this.#still ? 0 : MOVE_MILLIS,
      gone: this.#gone.uids,
    });
    this.#edges.load();
    this.#waiting.follow([...this.#cards.loaded.edges.values()].some((edge) => edge.data.waited));
    this.#markSelected();
    const { namespaces } = this.#arrangement.problems;
    this.#events.onStatus({ selection, stacks, drawn, cards, namespaces });
  }

  #markSelected(): void {
    markSelected(this.#cy, this.#focused ?? this.#shown.uid);
  }

  /** Never paints by itself: texts and Cytoscape's cards must show the same moment. */
  #redraw(): void {
    this.#cy.forceRender();
    this.#paintRings();
  }

  /** Draws what is behind the names anew, too. */
  #redrawAll(): void {
    this.#backdrop.forget();
    this.#redraw();
  }

  #paint(): void {
    const afar = this.#look === 'afar';
    const [zoom, pan] = [this.#cy.zoom(), this.#cy.pan()];
    const view = this.viewport.box(0);
    const loaded = afar ? NO_CARDS : this.#cards.loaded;
    if (!this.viewport.isTravelling) this.#edges.follow();
    const [behind, above] = this.#canvas.brushes(loaded.cards.size > 0, zoom, pan);
    this.#painted = paintMap(behind, above, {
      cy: this.#cy,
      arrangement: this.#arrangement,
      loaded,
      index: this.#cards.index ?? (afar ? new ViewIndex(this.#layout) : undefined),
      farView: this.#farView,
      backdrop: this.#backdrop,
      routes: this.#edges.routes,
      isMarked: (route) => this.#edges.markOf(route),
      selected: this.#focused ?? this.#shown.uid,
      isCompared: this.viewport.isCompared,
    });
    this.#events.onPaint(this.#painted, zoom < CARD_NAMES_ZOOM, this.#edges.missing);
    this.#minimap?.paint(this.#canvas.colours, this.#layout, this.#arrangement.problems, view);
    const others = (): readonly Box[] => [
      ...this.#painted.names,
      ...this.#painted.reasons,
      ...this.#canvas.floats(),
    ];
    const { isTravelling } = this.viewport;
    this.#canvas.host.toggleAttribute('data-travelling', isTravelling);
    this.#edges.updateChips(this.#canvas.size, this.#arrangement.faces, others, isTravelling);
    const { index } = this.#cards;
    if (!isTravelling) this.#events.onNowhere(nearestIfNowhere(view, this.#layout, index));
    this.looks.painted(this.#painted);
  }

  #paintRings(): void {
    this.#rings.run((now) => {
      const brush = this.#canvas.brush('rings', this.#cy.zoom(), this.#cy.pan());
      if (!this.#rings.paint(brush, this.#layout, now)) this.#canvas.hide('rings');
    });
  }

  #resized(): void {
    this.#canvas.resize();
    this.#cy.resize();
    if (!this.#store) return;
    this.viewport.resized(this.#layout);
    this.#showView();
    this.#events.onInView(this.viewport.sees(this.#layout));
    if (this.#shown.uid !== undefined) this.select(this.#shown, true);
  }
}
