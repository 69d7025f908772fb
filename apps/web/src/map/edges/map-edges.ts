import type { Uid } from '@gcscope/gc-core/wire';
import {
  type Box,
  CARD_HEIGHT,
  CARD_WIDTH,
  crossEdges,
  inflate,
  type Layout,
  overlaps,
  type Size,
  slotOf,
} from '@gcscope/picture';
import type { Core, Position } from 'cytoscape';
import { treeWay } from '../elements/edge-route.ts';
import type { ElementLoader } from '../elements/element-loader.ts';
import { edgeId } from '../elements/elements.ts';
import { cardBox } from '../view/card-place.ts';
import { LINES_ZOOM } from '../view/measures.ts';
import { onScreen } from '../view/on-screen.ts';
import type { Arrangement } from '../world/arrangement.ts';
import type { Faces } from '../world/faces.ts';
import { type EdgeChips, type Obstacles, placeChips } from './chip-room.ts';
import { type Camera, edgeChips } from './edge-chips.ts';
import { type EdgeEnds, edgesAt } from './edges-at.ts';
import { leaves, type MapRoute, MapRoutes } from './map-routes.ts';
import { type NamespaceLines, namespaceLines } from './namespace-lines.ts';

/** Farthest that the pointer may be from a line, CSS px. */
const HOVER_SLACK = 4;
/** A chip nearer to a card seems to lie on it, CSS px. */
const CHIP_SLACK = 4;
const NONE: Obstacles = { solid: [], soft: [] };

/** The edges of the map, those that Cytoscape draws and those that are routed: those under the pointer, those that leave the view. */
export class MapEdges {
  readonly #cy: Core;
  readonly #cards: ElementLoader;
  readonly #onChips: (chips: EdgeChips) => void;
  readonly #routes = new MapRoutes();
  #layout: Layout | undefined;
  #stacks: Faces['stacks'] = new Map();
  #hovered: readonly EdgeEnds[] = [];
  /** The namespace under the pointer. */
  #namespace: string | undefined;
  #frame: number | undefined;
  #selected: Uid | undefined;
  #isAfar = false;
  #reported = '';
  #chips: EdgeChips = { shown: [], more: 0 };

  /** `onChips` is called when edges leave the view elsewhere, or none does any more. */
  constructor(cy: Core, cards: ElementLoader, onChips: (chips: EdgeChips) => void) {
    this.#cy = cy;
    this.#cards = cards;
    this.#onChips = onChips;
  }

  /** The routed edges to draw. */
  get routes(): readonly MapRoute[] {
    return this.#routes.routes;
  }

  /** Number of edges beyond these that are not drawn. */
  get missing(): number {
    return this.#routes.missing;
  }

  /** Takes a new layout; call `load` next. The objects in `without` have no edges. */
  arrange({ edges, waits, layout, faces }: Arrangement, without: ReadonlySet<Uid>): void {
    this.#stacks = faces.stacks;
    this.#layout = layout;
    this.#frame = this.#frameOf(this.#namespace);
    this.#routes.arrange([...crossEdges(edges, layout), ...waits], layout, without);
  }

  /** Follows the cards that are loaded; from afar the namespace or object that is pointed at, or selected. */
  load(): void {
    this.#isAfar = this.#cy.zoom() < LINES_ZOOM;
    const frame = this.#frame;
    const selected =
      this.#layout && this.#selected !== undefined
        ? slotOf(this.#layout, this.#selected)
        : undefined;
    this.#routes.load(
      (uid) => this.#cards.loaded.cards.has(uid),
      this.#isAfar ? { frame, selected } : undefined,
    );
  }

  /** Follows a view that has come near, or gone afar, without other cards. */
  follow(): void {
    if (this.#isAfar !== this.#cy.zoom() < LINES_ZOOM) this.load();
  }

  /** Marks the lines of an object. */
  select(uid: Uid | undefined): void {
    if (uid === this.#selected) return;
    this.#selected = uid;
    if (this.#isAfar) this.load();
  }

  /** Marks the lines that leave a namespace as hovered; says whether that changes anything. */
  point(namespace: string | undefined): boolean {
    if (namespace === this.#namespace) return false;
    const before = this.#isAnyPointed();
    this.#namespace = namespace;
    this.#frame = this.#frameOf(namespace);
    if (this.#isAfar) this.load();
    return before || this.#isAnyPointed();
  }

  /** The lines that lead out of a namespace and into it. */
  linesOf(namespace: string | undefined): NamespaceLines | undefined {
    const frame = this.#frameOf(namespace);
    if (!this.#layout || frame === undefined) return undefined;
    return namespaceLines(this.#routes.leaving(frame), frame, this.#layout, this.#stacks);
  }

  #frameOf(namespace: string | undefined): number | undefined {
    if (namespace === undefined) return undefined;
    const found = this.#layout?.namespaces.findIndex((each) => each.namespace === namespace) ?? -1;
    return found < 0 ? undefined : found;
  }

  #isAnyPointed(): boolean {
    return this.routes.some((route) => this.#isPointed(route));
  }

  /** Whether the route leaves the namespace under the pointer. */
  #isPointed(route: MapRoute): boolean {
    const layout = this.#layout;
    return layout !== undefined && this.#frame !== undefined && leaves(route, this.#frame, layout);
  }

  /** The edges at a point, world px. */
  at({ x, y }: Position): EdgeEnds[] {
    if (!this.#layout || this.#isAfar) return [];
    const slack = HOVER_SLACK / this.#cy.zoom();
    return edgesAt(x, y, slack, this.#layout, this.routes, this.#cards.loaded);
  }

  /** Marks these edges as hovered, and no others; says whether that changes anything. */
  hover(edges: readonly EdgeEnds[]): boolean {
    if (edges.length === 0 && this.#hovered.length === 0) return false;
    this.#hovered = edges;
    this.#cy.batch(() => {
      this.#cy.edges('.hovered').removeClass('hovered');
      for (const { dependent, owner } of edges) {
        this.#cy.getElementById(edgeId(dependent, owner)).addClass('hovered');
      }
    });
    return true;
  }

  /** Whether a route is hovered, or one of the selected object. */
  markOf(route: MapRoute): 'selected' | 'hovered' | undefined {
    const selected = this.#selected;
    const dependent = this.#layout?.uids[route.dependent];
    const owner = this.#layout?.uids[route.owner];
    if (selected !== undefined && (selected === dependent || selected === owner)) return 'selected';
    const isHovered = this.#hovered.some(
      (edge) => edge.dependent === dependent && edge.owner === owner,
    );
    return isHovered || this.#isPointed(route) ? 'hovered' : undefined;
  }

  /** Tells where edges leave a view of this size, if that has changed; chips cover neither cards nor the `others`, CSS px. None while the view travels. */
  updateChips(size: Size, faces: Faces, others: () => readonly Box[], isTravelling: boolean): void {
    if (!this.#layout) return;
    const camera = { zoom: this.#cy.zoom(), pan: this.#cy.pan(), size };
    const leaving = isTravelling
      ? []
      : edgeChips(this.routes, this.#layout, camera, faces, this.#selected);
    const chips = placeChips(
      leaving,
      leaving.length === 0 ? NONE : this.#obstacles(camera, others()),
      size,
      this.#chips.shown,
    );
    this.#chips = chips;
    const reported = JSON.stringify(chips);
    if (reported === this.#reported) return;
    this.#reported = reported;
    this.#onChips(chips);
  }

  /** The boxes that chips keep clear of. */
  #obstacles(camera: Camera, others: readonly Box[]): Obstacles {
    const cards = this.#cardsIn(camera);
    const around = cards.map((card) => inflate(card, CHIP_SLACK));
    const soft = [...this.#treeLinesIn(camera), ...around];
    return { solid: [...cards, ...others], soft, selected: this.#selectedIn(camera) };
  }

  /** The card of the selected object, CSS px. */
  #selectedIn(camera: Camera): Box | undefined {
    const layout = this.#layout;
    if (!layout || this.#selected === undefined) return undefined;
    const slot = slotOf(layout, this.#selected);
    return slot === undefined ? undefined : onScreen(camera, cardBox(layout, slot));
  }

  /** The lines of trees in view, CSS px. */
  #treeLinesIn({ zoom, pan, size }: Camera): readonly Box[] {
    const layout = this.#layout;
    if (!layout) return [];
    const view = { x: 0, y: 0, ...size };
    const lines: Box[] = [];
    for (const { dependent, owner } of this.#cards.loaded.edges.values()) {
      const way = treeWay(layout, slotOf(layout, dependent) ?? -1, slotOf(layout, owner) ?? -1);
      for (const [at, { x, y }] of (way ?? []).entries()) {
        const next = way?.[at + 1];
        if (!next) break;
        const line = {
          x: Math.min(x, next.x) * zoom + pan.x,
          y: Math.min(y, next.y) * zoom + pan.y,
          width: Math.max(1, Math.abs(next.x - x) * zoom),
          height: Math.max(1, Math.abs(next.y - y) * zoom),
        };
        if (overlaps(line, view)) lines.push(line);
      }
    }
    return lines;
  }

  /** The cards in view, CSS px. */
  #cardsIn({ zoom, pan, size }: Camera): readonly Box[] {
    const view = { x: 0, y: 0, ...size };
    const [width, height] = [CARD_WIDTH * zoom, CARD_HEIGHT * zoom];
    return [...this.#cards.loaded.cards.values()]
      .map(({ position }) => ({
        x: position.x * zoom + pan.x - width / 2,
        y: position.y * zoom + pan.y - height / 2,
        width,
        height,
      }))
      .filter((box) => overlaps(box, view));
  }
}
