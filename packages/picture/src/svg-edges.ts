import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Edge, type EdgeLook, edgesOf } from './edge-look.ts';
import { CARD_HEIGHT, CARD_WIDTH, GAP_X, LEVEL } from './geometry.ts';
import type { Layout } from './layout.ts';
import { SvgPieces } from './svg-pieces.ts';

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
}

/**
 * The edges as `<path>` elements: one per owner and look. Edges to the owner an object hangs under
 * run along a common bus below the owner, into grids along a rail left of each column; others are curves.
 * Takes the records by slot.
 */
export function svgEdges(records: readonly (NodeRecord | undefined)[], layout: Layout): SvgEdges {
  const bundles = bundleEdges(records, layout);
  const looks = new Set<EdgeLook>();
  const paths = new SvgPieces();
  for (let at = 0; at < bundles.length; at++) {
    const bundle = bundles[at] as Bundle;
    looks.add(bundle.look);
    paths.add(new BundleWriter(layout, bundle).svg());
  }
  return { paths: paths.finish(), looks };
}

/** The edges of one look that end at one owner. */
interface Bundle {
  readonly look: EdgeLook;
  readonly owner: number;
  /** In the order of their slots. */
  readonly dependents: number[];
  /** Another bundle of the same owner. */
  readonly next: Bundle | undefined;
}

/** In the order in which the first dependent of each is found. */
function bundleEdges(
  records: readonly (NodeRecord | undefined)[],
  { uids, slots, parents }: Layout,
): readonly Bundle[] {
  const bundles: Bundle[] = [];
  /** Index = slot of the owner. */
  const byOwner: (Bundle | undefined)[] = new Array(uids.length);
  const add = (owner: number, look: EdgeLook, from: number): void => {
    let bundle = byOwner[owner];
    while (bundle && bundle.look !== look) bundle = bundle.next;
    if (bundle) {
      bundle.dependents.push(from);
      return;
    }
    const first: Bundle = { look, owner, dependents: [from], next: byOwner[owner] };
    byOwner[owner] = first;
    bundles.push(first);
  };
  for (let from = 0; from < records.length; from++) {
    const record = records[from];
    if (!record || record.owners.length === 0) continue;
    const edges = edgesOf(record);
    for (let at = 0; at < edges.length; at++) {
      const { owner, look } = edges[at] as Edge;
      // Nearly always it is the owner that the object hangs under: to compare costs less than to look up.
      const parent = parents[from] as number;
      const to = uids[parent] === owner ? parent : slots.get(owner);
      if (to !== undefined) add(to, look, from);
    }
  }
  return bundles;
}

/** Writes one bundle. */
class BundleWriter {
  readonly #layout: Layout;
  readonly #bundle: Bundle;
  readonly #owner: number;
  readonly #x: number;
  readonly #y: number;
  #lines = '';
  /** Sides of the owner at which edges end. */
  #fromLeft: string | undefined;
  #fromRight: string | undefined;
  #left = false;
  #right = false;
  #below = false;
  /** How far down each rail reaches, by its x. */
  #rails: Map<number, number> | undefined;

  constructor(layout: Layout, bundle: Bundle) {
    this.#layout = layout;
    this.#bundle = bundle;
    this.#owner = bundle.owner;
    this.#x = Math.round(layout.x[bundle.owner] ?? 0);
    this.#y = Math.round(layout.y[bundle.owner] ?? 0);
  }

  svg(): string {
    const { look, dependents } = this.#bundle;
    for (let at = 0; at < dependents.length; at++) this.#edge(dependents[at] as number);
    const { blocking, further, invalid } = look;
    const classes = `e${blocking ? ' blocking' : ''}${further ? ' further' : ''}${invalid ? ' invalid' : ''}`;
    const bars = blocking ? `<path class="${classes} bar" d="${this.#bars()}"/>` : '';
    return `<path class="${classes}" d="${this.#lines}"/>${bars}`;
  }

  #edge(from: number): void {
    const x = Math.round(this.#layout.x[from] ?? 0);
    const y = Math.round(this.#layout.y[from] ?? 0);
    if (from === this.#owner) this.#loop();
    else if (this.#layout.parents[from] !== this.#owner) this.#curve(x, y);
    else if ((this.#layout.cells[from] ?? -1) < 0) this.#drop(x, y - CARD_HEIGHT / 2);
    else this.#stub(x - CARD_WIDTH / 2, y);
  }

  /** Across the owner's ends of the edges. */
  #bars(): string {
    const x = this.#x;
    const y = this.#y;
    const aside = CARD_WIDTH / 2 + 3;
    let bars = '';
    if (this.#below) bars += `M${x - BAR} ${y + CARD_HEIGHT / 2 + 3}h${2 * BAR}`;
    if (this.#left) bars += `M${x - aside} ${y - BAR}v${2 * BAR}`;
    if (this.#right) bars += `M${x + aside} ${y - BAR}v${2 * BAR}`;
    return bars;
  }

  /** From a dependent straight up to the bus of its owner. */
  #drop(x: number, start: number): void {
    this.#below = true;
    this.#lines += `M${x} ${start}${this.#arrival(x)}`;
  }

  /** The rest of the way, which all that come from one side have in common. */
  #arrival(x: number): string {
    const aside = this.#x - x;
    const end = this.#y + CARD_HEIGHT / 2;
    const bus = end + (LEVEL - CARD_HEIGHT) / 2;
    if (aside === 0) return `V${end}`;
    if (Math.abs(aside) < 2 * TURN) return `V${bus}H${this.#x}V${end}`;
    if (aside > 0) {
      this.#fromLeft ??= `V${bus + TURN}q0-${TURN} ${TURN}-${TURN}H${this.#x - TURN}q${TURN} 0 ${TURN}-${TURN}V${end}`;
      return this.#fromLeft;
    }
    this.#fromRight ??= `V${bus + TURN}q0-${TURN} -${TURN}-${TURN}H${this.#x + TURN}q-${TURN} 0 -${TURN}-${TURN}V${end}`;
    return this.#fromRight;
  }

  /** From a card of a grid to the rail left of its column; the rail itself only where it grows. */
  #stub(left: number, middle: number): void {
    const rail = left - GAP_X / 2;
    this.#rails ??= new Map();
    const reached = this.#rails.get(rail);
    if (reached === undefined || middle > reached) this.#rails.set(rail, middle);
    this.#lines += `M${left} ${middle}H${rail}`;
    if (reached === undefined) this.#drop(rail, middle);
    else if (middle > reached) this.#lines += `V${reached}`;
  }

  /** To an owner elsewhere: upwards to one that stands higher, else from side to side. */
  #curve(x: number, y: number): void {
    const ownerX = this.#x;
    const ownerY = this.#y;
    const reach = Math.round(Math.min(300, 30 + Math.hypot(ownerX - x, ownerY - y) / 3));
    if (ownerY + LEVEL <= y) {
      const start = y - CARD_HEIGHT / 2;
      const end = ownerY + CARD_HEIGHT / 2;
      this.#lines += `M${x} ${start}C${x} ${start - reach} ${ownerX} ${end + reach} ${ownerX} ${end}`;
      this.#below = true;
      return;
    }
    const leaves = sideTowards(ownerX - x);
    const arrives = sideTowards(x - ownerX);
    const start = x + leaves * (CARD_WIDTH / 2);
    const end = ownerX + arrives * (CARD_WIDTH / 2);
    this.#lines += `M${start} ${y}C${start + leaves * reach} ${y} ${end + arrives * reach} ${ownerY} ${end} ${ownerY}`;
    if (arrives > 0) this.#right = true;
    else this.#left = true;
  }

  /** An object that names itself as its owner. */
  #loop(): void {
    this.#lines += `M${this.#x + CARD_WIDTH / 2} ${this.#y + 8}c18 6 18-22 0-16`;
    this.#below = true;
  }
}

/** Right unless the other end is clearly to the left. */
function sideTowards(distance: number): 1 | -1 {
  return distance < -CARD_WIDTH ? -1 : 1;
}
