import type { Uid } from '@gcscope/gc-core/wire';
import {
  type CrossEdge,
  crossEdges,
  type EdgeLook,
  type Edges,
  type Layout,
  lookOfTraits,
  type Route,
  routeEdges,
  routePaths,
  WAITED,
} from '@gcscope/picture';

/** A routed edge of the map; its ends are slots of the layout. */
export interface MapRoute extends CrossEdge, Route {
  readonly look: EdgeLook;
  readonly waited: boolean;
  readonly paths: Readonly<Record<'flat' | 'upright' | 'tip' | 'bar', Path2D>>;
}

/** Lines beyond these say nothing but "many"; those of the loaded cards come first. */
const MOST_ROUTES = 300;

/** The routed edges of the map: those of the cards that are loaded, and the wrong ones wherever they are. */
export class MapRoutes {
  #edges: readonly CrossEdge[] = [];
  #layout: Layout | undefined;
  #routed: Layout | undefined;
  #wanted: readonly CrossEdge[] = [];
  #routes: readonly MapRoute[] = [];

  /** The routes to draw. */
  get routes(): readonly MapRoute[] {
    return this.#routes;
  }

  /** How many edges beyond these are not drawn: too many, or between objects without cards. */
  get missing(): number {
    return this.#edges.length - this.#wanted.length;
  }

  /** Takes a new layout; call `load` next. The objects in `without` have no edges. */
  arrange(edges: Edges, layout: Layout, without: ReadonlySet<Uid>): void {
    this.#layout = layout;
    this.#edges = crossEdges(edges, layout).filter(
      ({ dependent }) => !without.has(layout.uids[dependent] ?? ''),
    );
  }

  /** Routes the edges of the loaded cards anew if they, or places of cards, have changed. */
  load(isLoaded: (uid: Uid) => boolean): void {
    const layout = this.#layout;
    if (!layout) return;
    const hasCard = (slot: number): boolean => isLoaded(layout.uids[slot] ?? '');
    const near: CrossEdge[] = [];
    const far: CrossEdge[] = [];
    for (const edge of this.#edges) {
      if (hasCard(edge.dependent) || hasCard(edge.owner)) near.push(edge);
      else if (lookOfTraits(edge.traits).invalid) far.push(edge);
    }
    const wanted = [...near, ...far].slice(0, MOST_ROUTES);
    if (this.#routed && samePlaces(this.#routed, layout) && sameEdges(this.#wanted, wanted)) return;
    this.#routed = layout;
    this.#wanted = wanted;
    this.#routes = routeEdges(layout, wanted).map(toMapRoute);
  }
}

/** The route with its look and its paths. */
export function toMapRoute(route: CrossEdge & Route): MapRoute {
  const look = lookOfTraits(route.traits);
  const { flat, upright, tip, bar } = routePaths(route.points, look.blocking, look.waits);
  return {
    ...route,
    look,
    waited: (route.traits & WAITED) !== 0,
    paths: {
      flat: new Path2D(flat),
      upright: new Path2D(upright),
      tip: new Path2D(tip),
      bar: new Path2D(bar),
    },
  };
}

function sameEdges(a: readonly CrossEdge[], b: readonly CrossEdge[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ dependent, owner, traits }, at) => {
      const other = b[at];
      return dependent === other?.dependent && owner === other.owner && traits === other.traits;
    })
  );
}

function samePlaces(a: Layout, b: Layout): boolean {
  const same = (one: Float32Array, other: Float32Array): boolean =>
    one.length === other.length && one.every((value, at) => value === other[at]);
  return a === b || (same(a.x, b.x) && same(a.y, b.y));
}
