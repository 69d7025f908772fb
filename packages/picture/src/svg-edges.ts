import { type EdgeLook, lookOfTraits } from './edge-look.ts';
import { BUS, CARD_HEIGHT, CARD_WIDTH, GAP_X } from './geometry.ts';
import type { Layout } from './positions.ts';
import { crossEdges, routeEdges } from './route-edges.ts';
import { BLOCKING, type Edges, FURTHER, INVALID, WAITED } from './rows.ts';
import { SvgChunks } from './svg-chunks.ts';
import { svgBar, svgClasses, svgRoutes, svgTip } from './svg-routes.ts';

/** Half the length of the bar at the owner's end of a blocking edge. */
const BAR = 9;
/** Radius of a turn. */
const TURN = 7;

/** The edges of a picture. */
export interface SvgEdges {
  /** `<path>` elements, many in a piece. */
  readonly paths: readonly string[];
  /** The looks that occur. */
  readonly looks: ReadonlySet<EdgeLook>;
  /** Whether a deletion waits along any edge. */
  readonly waited: boolean;
}

/**
 * The edges as `<path>` elements. Those to the owner an object hangs under run along a common bus below the owner, into
 * grids along a rail left of each column: one element per owner and look. All others are routed and lie above.
 */
export function svgEdges(edges: Edges, layout: Layout): SvgEdges {
  const bundles = bundleTreeEdges(edges, layout);
  const looks = new Set<EdgeLook>();
  let waited = false;
  const paths = new SvgChunks();
  const writer = new BundleWriter(layout, paths);
  for (let at = 0; at < bundles.owners.length; at++) {
    const traits = bundles.looks[at] as number;
    const look = lookOfTraits(traits);
    looks.add(look);
    waited ||= (traits & WAITED) !== 0;
    writer.start(bundles.owners[at] as number, look, (traits & WAITED) !== 0);
    let edge = bundles.heads[at] as number;
    for (; edge >= 0; edge = bundles.next[edge] as number) {
      writer.edge(bundles.dependents[edge] as number);
    }
    writer.finish();
  }
  const routes = routeEdges(layout, crossEdges(edges, layout));
  for (const { traits } of routes) {
    looks.add(lookOfTraits(traits));
    waited ||= (traits & WAITED) !== 0;
  }
  for (const path of svgRoutes(routes)) paths.add(path);
  return { paths: paths.finish(), looks, waited };
}

/** The edges of one look that end at one owner, as lists that run through `next`. */
interface Bundles {
  /** Columns by bundle, in the order in which the first dependent of each is found. */
  readonly owners: readonly number[];
  readonly looks: readonly number[];
  readonly heads: readonly number[];
  /** By edge: its row, and the next edge of its bundle or -1. */
  readonly dependents: Int32Array;
  readonly next: Int32Array;
}

const LOOK: number = FURTHER + INVALID + BLOCKING + WAITED;

function bundleTreeEdges({ firsts, owners, traits }: Edges, { parents }: Layout): Bundles {
  const size = firsts.length - 1;
  const edges = firsts[size] as number;
  const dependents = new Int32Array(edges);
  const next = new Int32Array(edges).fill(-1);
  const bundleOwners: number[] = [];
  const looks: number[] = [];
  const heads: number[] = [];
  const tails: number[] = [];
  /** The bundle of an owner that was begun last, and of a bundle the one before it; -1 where there is none. */
  const latest = new Int32Array(size).fill(-1);
  const earlier: number[] = [];
  for (let from = 0; from < size; from++) {
    const end = firsts[from + 1] as number;
    for (let edge = firsts[from] as number; edge < end; edge++) {
      const owner = owners[edge] as number;
      if (parents[from] !== owner) continue;
      const look = (traits[edge] as number) & LOOK;
      dependents[edge] = from;
      let bundle = latest[owner] as number;
      while (bundle >= 0 && looks[bundle] !== look) bundle = earlier[bundle] as number;
      if (bundle >= 0) {
        next[tails[bundle] as number] = edge;
        tails[bundle] = edge;
        continue;
      }
      earlier.push(latest[owner] as number);
      latest[owner] = bundleOwners.push(owner) - 1;
      looks.push(look);
      heads.push(edge);
      tails.push(edge);
    }
  }
  return { owners: bundleOwners, looks, heads, dependents, next };
}

/** Writes one bundle after the other. */
class BundleWriter {
  readonly #layout: Layout;
  readonly #out: SvgChunks;
  #classes = '';
  #isBlocking = false;
  #isInvalid = false;
  #x = 0;
  #y = 0;
  /** The rest of the way for all that come from one side. */
  #fromLeft: string | undefined;
  #fromRight: string | undefined;
  /** Lower end of each rail, by its x. */
  readonly #rails = new Map<number, number>();

  constructor(layout: Layout, out: SvgChunks) {
    this.#layout = layout;
    this.#out = out;
  }

  start(owner: number, look: EdgeLook, waited: boolean): void {
    const { blocking, invalid } = look;
    this.#classes = svgClasses(look, waited);
    this.#isBlocking = blocking;
    this.#isInvalid = invalid;
    this.#x = Math.round(this.#layout.x[owner] as number);
    this.#y = Math.round(this.#layout.y[owner] as number);
    this.#fromLeft = undefined;
    this.#fromRight = undefined;
    if (this.#rails.size > 0) this.#rails.clear();
    this.#out.add(`<path class="${this.#classes}" d="`);
  }

  finish(): void {
    const end = this.#y + CARD_HEIGHT / 2;
    this.#out.add('"/>');
    if (this.#isInvalid) this.#out.add(svgTip(this.#classes, `M${this.#x} ${end + 1}l-4 8h8z`));
    if (!this.#isBlocking) return;
    this.#out.add(svgBar(this.#classes, `M${this.#x - BAR} ${end + 3}h${2 * BAR}`));
  }

  edge(from: number): void {
    const x = Math.round(this.#layout.x[from] as number);
    const y = Math.round(this.#layout.y[from] as number);
    if ((this.#layout.cells[from] as number) >= 0) this.#stub(x - CARD_WIDTH / 2, y);
    else this.#out.add(`M${x} ${y - CARD_HEIGHT / 2}${this.#arrival(x)}`);
  }

  /** The rest of the way, which all that come from one side have in common. */
  #arrival(x: number): string {
    const aside = this.#x - x;
    const end = this.#y + CARD_HEIGHT / 2;
    const bus = end + BUS;
    if (aside === 0) return `V${end}`;
    if (Math.abs(aside) < 2 * TURN) return `V${bus}H${this.#x}V${end}`;
    if (aside > 0) {
      this.#fromLeft ??= `V${bus + TURN}q0-${TURN} ${TURN}-${TURN}H${this.#x - TURN}q${TURN} 0 ${TURN}-${TURN}V${end}`;
      return this.#fromLeft;
    }
    this.#fromRight ??= `V${bus + TURN}q0-${TURN} -${TURN}-${TURN}H${this.#x + TURN}q-${TURN} 0 -${TURN}-${TURN}V${end}`;
    return this.#fromRight;
  }

  /** Draws from a card of a grid to the rail left of its column; the rail itself only where it grows. */
  #stub(left: number, middle: number): void {
    const rail = left - GAP_X / 2;
    const reached = this.#rails.get(rail);
    if (reached === undefined || middle > reached) this.#rails.set(rail, middle);
    const stub = `M${left} ${middle}H${rail}`;
    if (reached === undefined) this.#out.add(`${stub}M${rail} ${middle}${this.#arrival(rail)}`);
    else this.#out.add(middle > reached ? `${stub}V${reached}` : stub);
  }
}
