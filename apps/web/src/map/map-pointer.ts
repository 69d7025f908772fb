import type { Uid } from '@gcscope/gc-core/wire';
import { type Box, type Stack, slotOf } from '@gcscope/picture';
import type { Core, EventObject, Position } from 'cytoscape';
import type { MapEdges } from './edges/map-edges.ts';
import { linesSpared, namespaceSpared } from './edges/spared.ts';
import type { HoverTarget, MapEvents, Tapped } from './map-events.ts';
import type { MapCanvas } from './paint/map-canvas.ts';
import type { Painted } from './paint/paint-map.ts';
import { AFAR_ZOOM, LINES_ZOOM } from './view/measures.ts';
import { fitCamera } from './view/start-camera.ts';
import type { Viewport } from './view/viewport.ts';
import { notchFactor, zoomOfTurn } from './view/wheel.ts';
import type { Arrangement } from './world/arrangement.ts';
import type { ViewIndex } from './world/view-index.ts';

/** The drawing under the pointer. */
export interface Ground {
  readonly arrangement: Arrangement;
  readonly index: ViewIndex | undefined;
  readonly painted: Painted;
  readonly edges: MapEdges;
}

/** The events of the pointer on the map. */
export interface PointerEvents {
  readonly onSelect: (uid: Uid | undefined) => void;
  readonly onOpen: (uid: Uid) => void;
  readonly onStack: (stack: Stack) => void;
  readonly onHover: MapEvents['onHover'];
  /** The pointer came to a namespace that has more to say than its name does, or left it. */
  readonly onHoverNamespace: MapEvents['onHoverNamespace'];
  /** A namespace was clicked. */
  readonly onEnter: (namespace: string) => void;
}

/** Half the size of a mark's target, CSS px. */
const MARK_REACH = 8;
const DOUBLE_TAP_FACTOR = 2;
/** Cytoscape takes two taps of a finger for a double one while no more time is between them. */
const DOUBLE_TAP_MILLIS = 250;

/** Mouse, fingers and wheel on the map: what they hit, and what that means. */
export class MapPointer {
  readonly #cy: Core;
  readonly #canvas: MapCanvas;
  readonly #viewport: Viewport;
  readonly #ground: () => Ground;
  readonly #events: PointerEvents;
  /** The namespace under the pointer, or the target as JSON. */
  #namespace: string | undefined;
  #hovered = JSON.stringify('');
  /** The target of the last click: the map may have moved before it counts as single or double. */
  #tapped: { readonly namespace?: string | undefined; readonly uid?: Uid | undefined } = {};
  /** The namespace over which a finger is by its tap, because it cannot point. */
  #hoveredByTap: string | undefined;
  /** Time of the last first tap of a finger. */
  #touchedAt = Number.NEGATIVE_INFINITY;

  constructor(
    cy: Core,
    canvas: MapCanvas,
    viewport: Viewport,
    ground: () => Ground,
    events: PointerEvents,
  ) {
    this.#cy = cy;
    this.#canvas = canvas;
    this.#viewport = viewport;
    this.#ground = ground;
    this.#events = events;
    cy.on('tap', (event) => {
      // The first click decides for the whole of a double click: a panel that it opens moves the map, and it would undo a stack again.
      if (this.#isSecond(event)) return;
      const namespace = this.#namespaceAt(event);
      const uid = namespace === undefined ? this.#uidAt(event) : undefined;
      const isHover = isOfFinger(event) && this.#hoverByTap(namespace, uid, event.renderedPosition);
      this.#tapped = isHover ? {} : { namespace, uid };
      if (isHover || namespace !== undefined) return;
      const stack = this.#stackAt(this.#tapped.uid);
      if (stack) events.onStack(stack);
      else events.onSelect(this.#tapped.uid);
    });
    // Waits for `onetap`: on `tap`, the first tap of a double tap would already leave the map.
    cy.on('onetap', ({ renderedPosition }) => {
      const { namespace } = this.#tapped;
      if (namespace === undefined) return;
      events.onEnter(namespace);
      // The card would cover the goal that the map flies to.
      events.onHoverNamespace(undefined, renderedPosition);
      this.#endHoverByTap();
    });
    cy.on('dbltap', ({ renderedPosition }) => {
      const { uid } = this.#tapped;
      if (this.#stackAt(uid)) return;
      if (uid !== undefined) events.onOpen(uid);
      else viewport.zoomBy(DOUBLE_TAP_FACTOR, renderedPosition);
    });
    cy.on('dragpan zoom', () => this.#endHoverByTap());
    cy.on('mousemove', (event) => {
      // While the pointer drags the map, the same object stays under it.
      if ((event.originalEvent as MouseEvent).buttons !== 0) return;
      const namespace = this.#namespaceAt(event);
      const target = namespace === undefined ? this.#targetAt(event) : undefined;
      this.#hover(namespace, target, event.renderedPosition);
    });
    // Takes the wheel before Cytoscape, whose own zoom takes a hundred turns through a large world.
    canvas.host.addEventListener('wheel', this.#onWheel, { capture: true, passive: false });
    canvas.host.addEventListener('mouseleave', this.#onLeave);
  }

  /** Whether a click or tap belongs to the one before. The browser counts clicks; taps of a finger it leaves to Cytoscape. */
  #isSecond({ originalEvent }: EventObject): boolean {
    const { detail, timeStamp } = originalEvent as UIEvent;
    if (detail > 0) return detail > 1;
    const isSecond = timeStamp - this.#touchedAt <= DOUBLE_TAP_MILLIS;
    this.#touchedAt = isSecond ? Number.NEGATIVE_INFINITY : timeStamp;
    return isSecond;
  }

  /** Leaves the wheel to the browser again. */
  stop(): void {
    this.#canvas.host.removeEventListener('wheel', this.#onWheel, { capture: true });
    this.#canvas.host.removeEventListener('mouseleave', this.#onLeave);
  }

  /**
   * From afar the first tap of a finger on a namespace, or on a mark in it, acts as the pointer of a mouse; the next one is a click. Says
   * whether it is the first.
   */
  #hoverByTap(namespace: string | undefined, uid: Uid | undefined, at: Position): boolean {
    const before = this.#hoveredByTap;
    // A mouse may be over the same namespace.
    this.#onLeave();
    if (this.#cy.zoom() >= LINES_ZOOM) return false;
    const { layout } = this.#ground().arrangement;
    const frame = uid === undefined ? undefined : layout.frames[slotOf(layout, uid) ?? -1];
    const place = namespace ?? layout.namespaces[frame ?? -1]?.namespace;
    if (place === undefined || place === before) return false;
    this.#hover(place, undefined, at, uid === undefined ? 'namespace' : 'object');
    return true;
  }

  #endHoverByTap(): void {
    if (this.#hoveredByTap !== undefined) this.#onLeave();
  }

  #hover(
    namespace: string | undefined,
    target: HoverTarget | undefined,
    at: Position,
    tapped?: Tapped,
  ): void {
    const isObject = target !== undefined && 'uid' in target;
    this.#canvas.cards.classList.toggle('pointing', isObject || namespace !== undefined);
    if (namespace !== this.#namespace) {
      const { edges } = this.#ground();
      const lines = edges.linesOf(namespace);
      const isSaid = lines === undefined && !tapped && this.#isSaid(namespace);
      const isOther = edges.point(namespace);
      const spared = this.#sparedOf(namespace);
      this.#events.onHoverNamespace(
        isSaid ? undefined : namespace,
        { ...at, spared },
        lines,
        tapped,
      );
      if (isOther) this.#cy.forceRender();
      this.#hoveredByTap = tapped && namespace;
    }
    this.#namespace = namespace;
    const key = JSON.stringify(target ?? '');
    if (key === this.#hovered) return;
    this.#hovered = key;
    this.#events.onHover(target, { ...at, spared: this.#sparedOf(target) });
  }

  /** The boxes that the card of a namespace or of lines should not cover. */
  #sparedOf(told: string | HoverTarget | undefined): readonly Box[] {
    const { arrangement, edges } = this.#ground();
    const { layout } = arrangement;
    const look = { zoom: this.#cy.zoom(), pan: this.#cy.pan() };
    if (typeof told !== 'string') {
      return told && 'edges' in told ? linesSpared(look, layout, told.edges, edges.routes) : [];
    }
    const frame = layout.namespaces.find(({ namespace }) => namespace === told);
    const routes = edges.routes.filter((route) => edges.markOf(route) === 'hovered');
    return frame ? namespaceSpared(look, frame, look.zoom < LINES_ZOOM ? routes : []) : [];
  }

  readonly #onLeave = (): void => this.#hover(undefined, undefined, { x: 0, y: 0 });

  readonly #onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    // Another thing is under the pointer from now on.
    this.#onLeave();
    const { host, size } = this.#canvas;
    const whole = fitCamera(this.#ground().arrangement.layout.bounds, size).zoom;
    const { factor, travels } = zoomOfTurn(event, notchFactor(whole));
    const { left, top } = host.getBoundingClientRect();
    this.#viewport.zoomBy(factor, { x: event.clientX - left, y: event.clientY - top }, travels);
  };

  #targetAt(event: EventObject): HoverTarget | undefined {
    const uid = this.#uidAt(event);
    if (uid !== undefined) return { uid };
    const edges = this.#ground().edges.at(event.position);
    return edges.length > 0 ? { edges } : undefined;
  }

  #uidAt({ target, position, renderedPosition }: EventObject): Uid | undefined {
    if (target !== this.#cy) return target.data('uid') as Uid | undefined;
    const zoom = this.#cy.zoom();
    const { arrangement, index } = this.#ground();
    const { layout } = arrangement;
    const slot = this.#markAt(renderedPosition);
    if (slot !== undefined || zoom < AFAR_ZOOM) return layout.uids[slot ?? -1];
    return layout.uids[index?.at(position.x, position.y, 3 / zoom) ?? -1];
  }

  /** Whether the name of a namespace already says all that its card would. */
  #isSaid(namespace: string | undefined): boolean {
    const { arrangement, painted } = this.#ground();
    return painted.names.some(
      ({ frame, isAllSaid }) =>
        isAllSaid && arrangement.layout.namespaces[frame]?.namespace === namespace,
    );
  }

  #stackAt(uid: Uid | undefined): Stack | undefined {
    return uid === undefined ? undefined : this.#ground().arrangement.faces.stacks.get(uid);
  }

  /** The slot of the mark of a problem under the pointer. */
  #markAt({ x, y }: Position): number | undefined {
    return this.#ground().painted.marks.findLast(
      (mark) => Math.abs(mark.x - x) <= MARK_REACH && Math.abs(mark.y - y) <= MARK_REACH,
    )?.slot;
  }

  /** The namespace that a click leads to: by its name, from afar by any place in it where nothing has a problem. */
  #namespaceAt({ target, position, renderedPosition }: EventObject): string | undefined {
    if (this.#markAt(renderedPosition) !== undefined) return undefined;
    const { arrangement, painted } = this.#ground();
    const { layout } = arrangement;
    const name = painted.names.findLast((box) => holds(box, renderedPosition));
    if (name) return layout.namespaces[name.frame]?.namespace;
    if (target !== this.#cy || this.#cy.zoom() >= AFAR_ZOOM) return undefined;
    return layout.namespaces.find((frame) => holds(frame, position))?.namespace;
  }
}

function isOfFinger({ originalEvent }: EventObject): boolean {
  return 'touches' in originalEvent;
}

function holds({ x, y, width, height }: Box, point: Position): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
}
