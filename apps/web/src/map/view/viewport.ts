import type { Box, Layout, Point, Size } from '@gcscope/picture';
import type { Core } from 'cytoscape';
import type { Camera, NamespaceCamera, Place, WholeNamespace } from '../../address/view-search.ts';
import { askedFor, type Beside, closeZoom, homeCamera, shownCamera } from './card-camera.ts';
import { placeIn, seesCard } from './card-place.ts';
import { dragByWholePx } from './drag-by-whole-px.ts';
import { type InView, inViewOf } from './in-view.ts';
import { CARD_NAMES_ZOOM, possibleZoom, READABLE_ZOOM } from './measures.ts';
import { cameraIn, namedCameraIn } from './namespace-camera.ts';
import type { RevealedCard } from './reason-room.ts';
import { isOverview, type Overview, type Start } from './start.ts';
import {
  awaitedBeside,
  closeUpCamera,
  firstCamera,
  fitCamera,
  overviewCamera,
  withRoomFor,
} from './start-camera.ts';
import { ViewMove } from './view-move.ts';
import type { ViewportEvents } from './viewport-events.ts';
import { watchZoom } from './watch-zoom.ts';
import type { Cards } from './whole-cards.ts';
import { ledCamera, watchPinchIn, zoomAround } from './zoom-around.ts';

/** Manner in which the view was set: only a fitted view is fitted again as the graph grows. */
type Manner = 'none' | 'fitted' | 'placed' | 'touched';

const TRAVEL_MILLIS = 220;
/** A notch of the wheel; the next one often comes sooner. */
const NOTCH_MILLIS = 160;
const REST_MILLIS = 300;

/** The view of the map: chooses a start, follows the graph until the user moves the map. */
export class Viewport {
  readonly #cy: Core;
  readonly #size: () => Size;
  readonly #events: ViewportEvents;
  readonly #still: boolean;
  readonly #move: ViewMove;
  #manner: Manner = 'none';
  #overview: Overview | undefined;
  /** A fitted view shows everything even without names. */
  #isAll = false;
  #isCompared = false;
  /** Revealed objects may take the whole view: the user has not moved the map. */
  #isLed = false;
  /** The place in a namespace to start with, once that is there. */
  #inside: NamespaceCamera | WholeNamespace | undefined;
  /** The camera on that place when the map looked there. */
  #insideAt: Camera | undefined;
  /** The place that the view followed before a stack opened in it, until the map moves. */
  #origin: { readonly inside: NamespaceCamera | WholeNamespace | undefined } | undefined;
  /** The goal of a move: further turns of the wheel add to it, not to the current place. */
  #target: Camera | undefined;
  /** The card that the view came to, until it moves. */
  #about: Point | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;

  /** `still`: the view goes to its place at once. */
  constructor(cy: Core, size: () => Size, still: boolean, events: ViewportEvents) {
    this.#cy = cy;
    this.#size = size;
    this.#still = still;
    this.#events = events;
    this.#move = new ViewMove(cy);
    dragByWholePx(cy);
    cy.on('dragpan pinchzoom', () => {
      this.#move.stop();
      this.#target = undefined;
      this.#moved();
    });
    const lead = (): Camera => ledCamera(this.#camera(), size(), events.missing);
    watchPinchIn(cy, () => this.#look(lead(), 0));
  }

  /** Whether the view is one side of a comparison. */
  get isCompared(): boolean {
    return this.#isCompared;
  }

  /** Whether everything is in view, or as much as it begins with, and stays so as the graph grows. */
  get isFitted(): boolean {
    return this.#manner === 'fitted';
  }

  /** Whether the view is on its way to another place. */
  get isTravelling(): boolean {
    return this.#target !== undefined;
  }

  /** The zoom as it is now. */
  get zoom(): number {
    return this.#cy.zoom();
  }

  /** Calls back after the zoom has changed, as often as a number can be read, until the returned function is called. */
  watchZoom(listener: () => void): () => void {
    return watchZoom(this.#cy, listener);
  }

  /** Forgets where it looked, and tells no more of it; the next `follow` starts anew unless a camera is given. */
  restart(start?: Start): void {
    clearTimeout(this.#restTimer);
    this.#origin = undefined;
    this.#overview = isOverview(start) ? start : undefined;
    this.#isCompared = this.#overview?.isSide === true;
    this.#isLed = this.#overview !== undefined;
    this.#inside = start && 'namespace' in start ? start : undefined;
    this.#manner = 'none';
    if (!start || isOverview(start) || 'namespace' in start) return;
    this.#manner = 'touched';
    this.#look(start, 0);
  }

  /** Travels to a place; without one to where the view would start. */
  visit(place: Place | undefined, layout: Layout): void {
    clearTimeout(this.#restTimer);
    this.#origin = undefined;
    this.#inside = place && 'namespace' in place ? place : undefined;
    if (place && !('namespace' in place)) {
      this.#manner = 'touched';
      this.#look(place, TRAVEL_MILLIS);
    } else {
      this.#start(layout, TRAVEL_MILLIS);
    }
  }

  #start(layout: Layout, travel: number): void {
    const size = this.#size();
    const inside = this.#inside && cameraIn(layout, this.#inside, size);
    this.#insideAt = inside;
    const { about, isSide } = this.#overview ?? {};
    const subject = placeIn(layout, about);
    const overview = this.#overview && overviewCamera(layout, size, isSide, subject);
    if (!overview) this.#overview = undefined;
    this.#isAll = this.#isCompared;
    const { camera, fitted } = inside
      ? { camera: this.#named(layout) ?? inside, fitted: false }
      : (overview ?? { camera: this.#fitted(layout), fitted: true });
    // Listeners to the move ask for the manner.
    this.#manner = fitted ? 'fitted' : 'placed';
    this.#look(camera, travel);
  }

  #fitted(layout: Layout): Camera {
    const size = this.#size();
    if (this.#isAll) return fitCamera(layout.bounds, size);
    return firstCamera(layout, size, () => this.#events.problems?.() ?? []);
  }

  /** Keeps a fitted view fitted and one of a namespace there, and starts a view once there is something to see. */
  follow(layout: Layout, before: Layout): void {
    const size = this.#size();
    if (layout.uids.length === 0 || size.width === 0 || size.height === 0) return;
    if (this.#manner === 'none') {
      this.#start(layout, 0);
      return;
    }
    const { bounds } = layout;
    const grown = bounds.width !== before.bounds.width || bounds.height !== before.bounds.height;
    if (this.#manner === 'fitted' && grown) this.#look(this.#fitted(layout), 0);
    if (this.#manner === 'placed' && this.#inside) this.#followInside(layout, size);
  }

  /** Goes along with the namespace of the address, which may grow or leave its place. */
  #followInside(layout: Layout, size: Size): void {
    const [was, now] = [this.#insideAt, this.#inside && cameraIn(layout, this.#inside, size)];
    if (!now || (now.x === was?.x && now.y === was.y && now.zoom === was.zoom)) return;
    this.#insideAt = now;
    this.#look(this.#named(layout) ?? now, this.isTravelling ? TRAVEL_MILLIS : 0);
  }

  /** The camera on the place in the namespace of the address. Problems that come and go do not move it. */
  #named(layout: Layout): Camera | undefined {
    const { problems = () => [] } = this.#events;
    return this.#inside && namedCameraIn(layout, this.#inside, this.#size(), problems);
  }

  /**
   * Changes the layout so that the objects at a place keep that in view, and the zoom. The address then has the place where the map
   * looks, unless this is still an overview: a fitted view is fitted no more, and would begin elsewhere without one.
   */
  keep(place: () => Point | undefined, change: () => void): void {
    const before = place();
    const isReported = this.#manner === 'touched' || this.#overview === undefined;
    const isLed = this.#manner === 'fitted' || this.#manner === 'placed';
    const origin = before && isLed ? { inside: this.#inside } : this.#origin;
    if (before) {
      this.#move.stop();
      this.#target = undefined;
      this.#inside = undefined;
      this.#manner = 'placed';
    }
    change();
    const after = place();
    if (!before || !after) return;
    const zoom = this.#cy.zoom();
    this.#cy.panBy({ x: (before.x - after.x) * zoom, y: (before.y - after.y) * zoom });
    if (isReported) this.#touched();
    this.#origin = origin;
  }

  /** Shows and follows again what it followed before `keep`, with everything where it stood then, unless the map has moved since. */
  goBack(layout: Layout): void {
    if (!this.#origin) return;
    const { inside } = this.#origin;
    this.visit(inside, layout);
    this.#events.onRest(inside);
  }

  /** Shows the whole box, and keeps doing so. */
  fit(box: Box): void {
    this.#manner = 'fitted';
    this.#isAll = true;
    this.#origin = undefined;
    this.#isLed = false;
    clearTimeout(this.#restTimer);
    this.#look(fitCamera(box, this.#size()), TRAVEL_MILLIS);
    this.#events.onRest(undefined);
  }

  /** Keeps a fitted view fitted in a canvas of another size, and begins an overview anew that the user has not moved. */
  resized(layout: Layout): void {
    if (this.#manner === 'fitted') this.#look(this.#fitted(layout), 0);
    else if (this.#isLed) this.#manner = 'none';
    // Without a size, the view could not choose where to start.
    this.follow(layout, layout);
  }

  /** Zooms around the middle; 1 is 100 %. */
  zoomTo(zoom: number): void {
    const { width, height } = this.#size();
    this.#zoomAt({ x: width / 2, y: height / 2 }, zoom, TRAVEL_MILLIS);
  }

  /** Zooms by a factor around a point of the canvas, by default its middle; at once or as a short move. */
  zoomBy(factor: number, at?: Point, travels = true): void {
    const { width, height } = this.#size();
    const zoom = (this.#target?.zoom ?? this.#cy.zoom()) * factor;
    this.#zoomAt(at ?? { x: width / 2, y: height / 2 }, zoom, travels ? NOTCH_MILLIS : 0);
  }

  /** Puts a point of the world into the middle, at once. */
  centre(x: number, y: number): void {
    this.#look({ x, y, zoom: this.#cy.zoom() }, 0);
    this.#moved();
  }

  #zoomAt(at: Point, wished: number, travel: number): void {
    const from = this.#target ?? this.#camera();
    const { missing } = this.#events;
    const zoom = possibleZoom(wished);
    this.#look(zoomAround(from, at, zoom, this.#size(), missing, travel > 0), travel);
    this.#moved();
  }

  #camera(): Camera {
    const { width, height } = this.#size();
    const zoom = this.#cy.zoom();
    const pan = this.#cy.pan();
    return { x: (width / 2 - pan.x) / zoom, y: (height / 2 - pan.y) / zoom, zoom };
  }

  /**
   * Brings a card into view, at a readable size unless an overview was asked for; does nothing while it is. Of an overview, until the user
   * moves the map, also what is `mentioned` with the card, as much as has room at its zoom; elsewhere what is `awaited` by it, else its
   * `relatives`, as many as have room at a readable zoom, and what stands at its `home`. A narrow overview comes close to them and what is
   * `around` the card, unless all names in it can be read.
   */
  reveal(
    card: RevealedCard,
    beside: Beside,
    around: () => Box,
    cards: Cards & Pick<Layout, 'bounds'>,
  ): void {
    if (this.#isEnough) return;
    const size = this.#size();
    const waited = this.#overview ? [] : awaitedBeside(card, beside.awaited, size);
    const near = [...beside.mentioned, ...waited];
    const camera =
      (this.#comesClose(card) &&
        closeUpCamera(card, near, around(), cards, size, this.#isCompared)) ||
      this.#showing(card, { ...beside, awaited: waited }, cards);
    if (!camera) return;
    this.#look(camera, TRAVEL_MILLIS);
    this.#touched();
    this.#about = card;
  }

  /** The camera that shows a card, and what belongs with it; `undefined` while both are in view. */
  #showing(card: Point, beside: Beside, cards: Cards & Pick<Layout, 'bounds'>): Camera | undefined {
    const [size, zoom] = [this.#size(), this.#cy.zoom()];
    const inside = this.#holdsCard(card) && zoom >= (this.#overview ? 0 : READABLE_ZOOM);
    const near = { x: card.x, y: card.y, zoom: this.#overview ? zoom : closeZoom(zoom) };
    const from = inside ? (this.#target ?? this.#camera()) : near;
    const follows = this.#isLed && this.#manner !== 'fitted';
    const isHome = this.#overview === undefined && beside.awaited.length === 0;
    const shown = isHome
      ? withRoomFor(card, this.#isNew(card, inside) ? beside.relatives : [], size, READABLE_ZOOM)
      : askedFor(card, beside, follows, size, from.zoom);
    if (inside && shown.every((each) => this.#holdsCard(each))) return undefined;
    return isHome
      ? homeCamera(shown, from.zoom, beside.home, cards, size)
      : shownCamera(shown, from, follows || beside.awaited.length > 0, cards, size);
  }

  /** Whether a card comes into view now, or is the one that the view came to: going from card to card in a view keeps it. */
  #isNew({ x, y }: Point, inside: boolean): boolean {
    return !inside || (x === this.#about?.x && y === this.#about.y);
  }

  /**
   * Brings a card that an arrow key leads to into view at the zoom as it is, if that is one at which cards have names but would not be
   * readable enough to `reveal`. The zoom then stays, also when a panel opens beside the map.
   */
  reach({ x, y }: Point): boolean {
    const zoom = this.#cy.zoom();
    if (this.#overview || zoom < CARD_NAMES_ZOOM || zoom >= READABLE_ZOOM) return false;
    if (!this.#holdsCard({ x, y })) this.#look({ x, y, zoom }, TRAVEL_MILLIS);
    this.#touched();
    return true;
  }

  /** Whether everything is in view with readable names, or on both sides of a comparison, which keep one zoom. */
  get #isEnough(): boolean {
    const isRead = this.#cy.zoom() >= READABLE_ZOOM || this.#overview?.isSide === true;
    return this.#manner === 'fitted' && isRead;
  }

  /** Whether a narrow map shows a card with its surroundings: an overview always, else unless the card can be read. */
  #comesClose(card: Point): boolean {
    if (this.#overview) return this.#isLed;
    return !this.#holdsCard(card) || this.#cy.zoom() < READABLE_ZOOM;
  }

  /** Takes an overview that came close to a card back to its start when nothing is left to reveal, unless the user has moved the map. */
  withdraw(layout: Layout): void {
    if (this.#isLed && this.#manner === 'touched') this.#start(layout, TRAVEL_MILLIS);
  }

  /** Whether a card with this middle can be seen whole. */
  #holdsCard(middle: Point): boolean {
    const isFitted = this.#manner === 'fitted';
    const view = { box: this.box(0), size: this.#size(), zoom: this.#cy.zoom() };
    return seesCard(middle, view, { isFitted, follows: this.#isLed && !isFitted });
  }

  /** The box in view, grown by `margin` of its size on each side, in world px. */
  box(margin: number): Box {
    const { x, y, zoom } = this.#camera();
    const grown = (1 + 2 * margin) / zoom;
    const [width, height] = [this.#size().width * grown, this.#size().height * grown];
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  /** Share of the world in view. */
  sees(world: Pick<Layout, 'bounds'>): InView {
    return inViewOf(this.box(0), this.#size(), world, this.isFitted);
  }

  /** Ends where it is, and forgets its timers. */
  stop(): void {
    this.#move.stop();
    clearTimeout(this.#restTimer);
  }

  #look(camera: Camera, travel: number): void {
    const { width, height } = this.#size();
    const zoom = possibleZoom(camera.zoom);
    const pan = { x: width / 2 - camera.x * zoom, y: height / 2 - camera.y * zoom };
    this.#move.stop();
    this.#target = undefined;
    this.#about = undefined;
    if (travel === 0 || this.#still) {
      this.#cy.viewport({ zoom, pan });
      return;
    }
    this.#target = { ...camera, zoom };
    this.#move.begin({ zoom, pan }, travel, () => {
      this.#target = undefined;
      this.#events.onArrive();
    });
  }

  /** The user has moved the map. */
  #moved(): void {
    this.#isLed = false;
    this.#touched();
  }

  #touched(): void {
    this.#manner = 'touched';
    this.#origin = undefined;
    this.#about = undefined;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#events.onRest(this.#camera()), REST_MILLIS);
  }
}
