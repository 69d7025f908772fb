import { groupBy, type Uid } from '@gcscope/gc-core/wire';
import {
  type CrossEdge,
  type EdgeLook,
  type Layout,
  lookOfTraits,
  type Route,
  routeEdges,
  routePaths,
  WAITED,
  WAITS,
} from '@gcscope/picture';

/** A routed edge of the map; its ends are slots of the layout. */
export interface MapRoute extends CrossEdge, Route {
  readonly look: EdgeLook;
  readonly waited: boolean;
  readonly paths: Readonly<Record<'flat' | 'upright' | 'tip' | 'bar', Path2D>>;
}

/** Lines beyond these say nothing but "many"; those of the loaded cards come first. */
const MOST_ROUTES = 300;

/** The places that the user points at and has selected. */
export interface Pointed {
  /** The frame of the namespace under the pointer, and the slot of the selected object. */
  readonly frame: number | undefined;
  readonly selected: number | undefined;
}

/**
 * The routed edges of the map: those of the cards that are loaded, and the wrong ones wherever they are. From afar only those that are
 * asked for.
 */
export class MapRoutes {
  #edges: readonly CrossEdge[] = [];
  /** Number of the edges that are references. */
  #references = 0;
  #layout: Layout | undefined;
  #routed: Layout | undefined;
  #wanted: readonly CrossEdge[] = [];
  #routes: readonly MapRoute[] = [];
  #isAfar = false;

  /** The routes to draw. */
  get routes(): readonly MapRoute[] {
    return this.#routes;
  }

  /** Number of references without such an edge: too many, between objects without cards, or seen from afar. */
  get missing(): number {
    return this.#references - (this.#isAfar ? 0 : countReferences(this.#wanted));
  }

  /** Takes a new layout; call `load` next. The objects in `without` have no edges. */
  arrange(edges: readonly CrossEdge[], layout: Layout, without: ReadonlySet<Uid>): void {
    this.#layout = layout;
    this.#edges = edges.filter(({ dependent }) => !without.has(layout.uids[dependent] ?? ''));
    this.#references = countReferences(this.#edges);
  }

  /** The edges between the namespace with this frame and others. */
  leaving(frame: number): readonly CrossEdge[] {
    const layout = this.#layout;
    return layout ? this.#edges.filter((edge) => leaves(edge, frame, layout)) : [];
  }

  /** Routes the edges of the loaded cards, or from afar those that are asked for, if they or places of cards have changed. */
  load(isLoaded: (uid: Uid) => boolean, afar?: Pointed): void {
    const isAfar = afar !== undefined;
    const layout = this.#layout;
    if (!layout) return;
    const wanted = (afar ? this.#asked(afar, layout) : this.#near(layout, isLoaded)).slice(
      0,
      MOST_ROUTES,
    );
    const isSame = this.#routed && samePlaces(this.#routed, layout) && this.#isAfar === isAfar;
    this.#isAfar = isAfar;
    if (isSame && sameEdges(this.#wanted, wanted)) return;
    this.#routed = layout;
    this.#wanted = wanted;
    this.#routes = afar
      ? wanted.map((edge) => direct(edge, layout))
      : routeEdges(layout, wanted).map(toMapRoute);
  }

  #asked({ frame, selected }: Pointed, layout: Layout): readonly CrossEdge[] {
    const { frames } = layout;
    const isChosen = ({ dependent, owner }: CrossEdge): boolean =>
      dependent === selected || owner === selected;
    const isAsked = (edge: CrossEdge): boolean =>
      isChosen(edge) || (frame !== undefined && leaves(edge, frame, layout));
    // Groups edges between the same namespaces: from afar they would lie on each other.
    const way = (edge: CrossEdge): string =>
      `${isChosen(edge)} ${frames[edge.dependent]} ${frames[edge.owner]} ${edge.traits}`;
    const groups = groupBy(this.#edges.filter(isAsked), way);
    return [...groups.values()].flatMap(([first]) => first ?? []);
  }

  #near(layout: Layout, isLoaded: (uid: Uid) => boolean): readonly CrossEdge[] {
    const hasCard = (slot: number): boolean => isLoaded(layout.uids[slot] ?? '');
    const near: CrossEdge[] = [];
    const far: CrossEdge[] = [];
    for (const edge of this.#edges) {
      if (hasCard(edge.dependent) || hasCard(edge.owner)) near.push(edge);
      else if (lookOfTraits(edge.traits).invalid) far.push(edge);
    }
    return [...near, ...far];
  }
}

/** The edge straight across all that stands between: from afar nobody could tell one that runs around cards from their frames. */
function direct(edge: CrossEdge, { x, y }: Layout): MapRoute {
  const place = (slot: number): [number, number] => [x[slot] ?? 0, y[slot] ?? 0];
  return toMapRoute({ ...edge, points: [...place(edge.dependent), ...place(edge.owner)] });
}

/** Whether an edge leaves the namespace with this frame. */
export function leaves(
  { dependent, owner }: CrossEdge,
  frame: number,
  { frames }: Pick<Layout, 'frames'>,
): boolean {
  return (frames[dependent] === frame) !== (frames[owner] === frame);
}

/** Counts the references, without the edges from a Namespace to what it waits for. */
function countReferences(edges: readonly CrossEdge[]): number {
  return edges.filter(({ traits }) => (traits & WAITS) === 0).length;
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
