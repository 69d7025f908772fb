import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type EdgeLook, edgesOf } from './edge-look.ts';
import { CARD_HEIGHT, CARD_WIDTH, GAP_X, LEVEL } from './geometry.ts';
import type { Layout } from './layout.ts';

/** Half the length of the bar at the owner's end of a blocking edge. */
const BAR = 9;
/** Radius of a turn. */
const TURN = 7;

/** The edges of a picture. */
export interface SvgEdges {
  /** `<path>` elements. */
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
  const bundles: Bundle[] = [];
  /** Index = slot of the owner; bundles of one owner with other looks hang on each other. */
  const byOwner: (Bundle | undefined)[] = new Array(layout.uids.length);
  const bundleOf = (owner: number, look: EdgeLook): Bundle => {
    for (let known = byOwner[owner]; known; known = known.next) {
      if (known.look === look) return known;
    }
    const bundle = new Bundle(layout, owner, look, byOwner[owner]);
    byOwner[owner] = bundle;
    bundles.push(bundle);
    return bundle;
  };
  for (let from = 0; from < records.length; from++) {
    const record = records[from];
    if (!record || record.owners.length === 0) continue;
    for (const { owner, look } of edgesOf(record)) {
      const to = layout.slots.get(owner);
      if (to !== undefined) bundleOf(to, look).add(from);
    }
  }
  return {
    paths: bundles.map((bundle) => bundle.svg()),
    looks: new Set(bundles.map((bundle) => bundle.look)),
  };
}

/** The edges of one look that end at one owner. */
class Bundle {
  readonly look: EdgeLook;
  readonly next: Bundle | undefined;
  readonly #layout: Layout;
  readonly #owner: number;
  readonly #x: number;
  readonly #y: number;
  #lines = '';
  /** Sides of the owner at which edges end. */
  readonly #sides = new Set<'left' | 'right' | 'below'>();
  /** How far down each rail reaches, by its x. */
  #rails: Map<number, number> | undefined;

  constructor(layout: Layout, owner: number, look: EdgeLook, next: Bundle | undefined) {
    this.look = look;
    this.next = next;
    this.#layout = layout;
    this.#owner = owner;
    this.#x = Math.round(layout.x[owner] ?? 0);
    this.#y = Math.round(layout.y[owner] ?? 0);
  }

  /** Adds the edge of a dependent. */
  add(from: number): void {
    const x = Math.round(this.#layout.x[from] ?? 0);
    const y = Math.round(this.#layout.y[from] ?? 0);
    if (from === this.#owner) this.#loop();
    else if (this.#layout.parents[from] !== this.#owner) this.#curve(x, y);
    else if ((this.#layout.cells[from] ?? -1) < 0) this.#drop(x, y - CARD_HEIGHT / 2);
    else this.#stub(x - CARD_WIDTH / 2, y);
  }

  svg(): string {
    const { blocking, further, invalid } = this.look;
    const classes = `e${blocking ? ' blocking' : ''}${further ? ' further' : ''}${invalid ? ' invalid' : ''}`;
    const bars = blocking ? `<path class="${classes} bar" d="${this.#bars()}"/>` : '';
    return `<path class="${classes}" d="${this.#lines}"/>${bars}`;
  }

  /** Across the owner's ends of the edges. */
  #bars(): string {
    const [x, y] = [this.#x, this.#y];
    const aside = CARD_WIDTH / 2 + 3;
    let bars = '';
    if (this.#sides.has('below')) bars += `M${x - BAR} ${y + CARD_HEIGHT / 2 + 3}h${2 * BAR}`;
    if (this.#sides.has('left')) bars += `M${x - aside} ${y - BAR}v${2 * BAR}`;
    if (this.#sides.has('right')) bars += `M${x + aside} ${y - BAR}v${2 * BAR}`;
    return bars;
  }

  /** From a dependent straight up to the bus of its owner. */
  #drop(x: number, start: number): void {
    const end = this.#y + CARD_HEIGHT / 2;
    const bus = end + (LEVEL - CARD_HEIGHT) / 2;
    const aside = this.#x - x;
    this.#sides.add('below');
    if (aside === 0) {
      this.#lines += `M${x} ${start}V${end}`;
    } else if (Math.abs(aside) < 2 * TURN) {
      this.#lines += `M${x} ${start}V${bus}H${this.#x}V${end}`;
    } else {
      const turn = aside > 0 ? TURN : -TURN;
      this.#lines += `M${x} ${start}V${bus + TURN}q0-${TURN} ${turn}-${TURN}H${this.#x - turn}q${turn} 0 ${turn}-${TURN}V${end}`;
    }
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
    const [ownerX, ownerY] = [this.#x, this.#y];
    const reach = Math.round(Math.min(300, 30 + Math.hypot(ownerX - x, ownerY - y) / 3));
    if (ownerY + LEVEL <= y) {
      const [start, end] = [y - CARD_HEIGHT / 2, ownerY + CARD_HEIGHT / 2];
      this.#lines += `M${x} ${start}C${x} ${start - reach} ${ownerX} ${end + reach} ${ownerX} ${end}`;
      this.#sides.add('below');
      return;
    }
    const leaves = sideTowards(ownerX - x);
    const arrives = sideTowards(x - ownerX);
    const start = x + leaves * (CARD_WIDTH / 2);
    const end = ownerX + arrives * (CARD_WIDTH / 2);
    this.#lines += `M${start} ${y}C${start + leaves * reach} ${y} ${end + arrives * reach} ${ownerY} ${end} ${ownerY}`;
    this.#sides.add(arrives > 0 ? 'right' : 'left');
  }

  /** An object that names itself as its owner. */
  #loop(): void {
    this.#lines += `M${this.#x + CARD_WIDTH / 2} ${this.#y + 8}c18 6 18-22 0-16`;
    this.#sides.add('below');
  }
}

/** Right unless the other end is clearly to the left. */
function sideTowards(distance: number): 1 | -1 {
  return distance < -CARD_WIDTH ? -1 : 1;
}
