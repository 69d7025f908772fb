import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type EdgeLook, edgesOf } from './edge-look.ts';
import { CARD_HEIGHT, CARD_WIDTH, GAP_X, LEVEL } from './geometry.ts';
import type { Layout } from './layout.ts';

/** Half the length of the bar at the owner's end of a blocking edge. */
const BAR = 9;
/** Radius of a turn. */
const TURN = 7;

/**
 * The edges as `<path>` elements: one per owner and look. Edges to the owner an object hangs under
 * run along a common bus below the owner, into grids along a rail left of each column; others are curves.
 */
export function svgEdges(records: readonly NodeRecord[], layout: Layout): string[] {
  const bundles = new Map<string, Bundle>();
  const rails = new Map<string, number>();
  for (const record of records) {
    const from = layout.slots.get(record.uid);
    if (from === undefined) continue;
    for (const { owner, look } of edgesOf(record)) {
      const to = layout.slots.get(owner);
      if (to === undefined) continue;
      const key = `${classOf(look)}@${to}`;
      const bundle: Bundle = bundles.get(key) ?? {
        classes: classOf(look),
        lines: [],
        bars: new Set(),
      };
      bundles.set(key, bundle);
      bundle.lines.push(lineOf(layout, from, to, key, rails));
      if (look.blocking) bundle.bars.add(barOf(layout, from, to));
    }
  }
  return [...bundles.values()].map(
    ({ classes, lines, bars }) =>
      `<path class="${classes}" d="${lines.join('')}"/>` +
      (bars.size > 0 ? `<path class="${classes} bar" d="${[...bars].join('')}"/>` : ''),
  );
}

/** The edges of one look that end at one owner. */
interface Bundle {
  readonly classes: string;
  readonly lines: string[];
  /** Bars at the owner's end. */
  readonly bars: Set<string>;
}

function classOf({ blocking, invalid, further }: EdgeLook): string {
  return `e${blocking ? ' blocking' : ''}${further ? ' further' : ''}${invalid ? ' invalid' : ''}`;
}

function lineOf(
  layout: Layout,
  from: number,
  to: number,
  key: string,
  rails: Map<string, number>,
): string {
  if (from === to) return loop(layout, to);
  if (layout.parents[from] !== to) return curve(layout, from, to);
  if ((layout.cells[from] ?? -1) < 0) return drop(layout, x(layout, from), top(layout, from), to);
  return stub(layout, from, to, key, rails);
}

/** From a dependent straight up to the bus of its owner. */
function drop(layout: Layout, at: number, start: number, owner: number): string {
  const middle = x(layout, owner);
  const end = bottom(layout, owner);
  const bus = end + (LEVEL - CARD_HEIGHT) / 2;
  const aside = middle - at;
  if (Math.abs(aside) < 2 * TURN) return `M${at} ${start}V${bus}H${middle}V${end}`;
  const turn = aside > 0 ? TURN : -TURN;
  return `M${at} ${start}V${bus + TURN}q0-${TURN} ${turn}-${TURN}H${middle - turn}q${turn} 0 ${turn}-${TURN}V${end}`;
}

/** From a card of a grid to the rail left of its column; the rail itself only where it grows. */
function stub(
  layout: Layout,
  from: number,
  owner: number,
  key: string,
  rails: Map<string, number>,
): string {
  const left = x(layout, from) - CARD_WIDTH / 2;
  const rail = left - GAP_X / 2;
  const middle = y(layout, from);
  const id = `${key} ${rail}`;
  const reached = rails.get(id);
  rails.set(id, Math.max(reached ?? middle, middle));
  if (reached === undefined) {
    return `${`M${left} ${middle}H${rail}`}${drop(layout, rail, middle, owner)}`;
  }
  return middle > reached ? `M${left} ${middle}H${rail}V${reached}` : `M${left} ${middle}H${rail}`;
}

/** To an owner elsewhere: upwards to one that stands higher, else from side to side. */
function curve(layout: Layout, from: number, to: number): string {
  const [x1, y1, x2, y2] = [x(layout, from), y(layout, from), x(layout, to), y(layout, to)];
  const reach = Math.round(Math.min(300, 30 + Math.hypot(x2 - x1, y2 - y1) / 3));
  if (standsHigher(layout, to, from)) {
    const [start, end] = [y1 - CARD_HEIGHT / 2, y2 + CARD_HEIGHT / 2];
    return `M${x1} ${start}C${x1} ${start - reach} ${x2} ${end + reach} ${x2} ${end}`;
  }
  const start = x1 + sideTowards(x2 - x1) * (CARD_WIDTH / 2);
  const end = ownerSide(layout, from, to);
  const leave = start + Math.sign(start - x1) * reach;
  const arrive = end + Math.sign(end - x2) * reach;
  return `M${start} ${y1}C${leave} ${y1} ${arrive} ${y2} ${end} ${y2}`;
}

function standsHigher(layout: Layout, a: number, b: number): boolean {
  return y(layout, a) + LEVEL <= y(layout, b);
}

/** Right unless the other end is clearly to the left. */
function sideTowards(distance: number): 1 | -1 {
  return distance < -CARD_WIDTH ? -1 : 1;
}

/** Where a curve from the side meets the owner: on the side that faces the dependent. */
function ownerSide(layout: Layout, from: number, to: number): number {
  const distance = x(layout, from) - x(layout, to);
  return x(layout, to) + sideTowards(distance) * (CARD_WIDTH / 2);
}

/** An object that names itself as its owner. */
function loop(layout: Layout, at: number): string {
  return `M${x(layout, at) + CARD_WIDTH / 2} ${y(layout, at) + 8}c18 6 18-22 0-16`;
}

function barOf(layout: Layout, from: number, to: number): string {
  if (layout.parents[from] === to || from === to || standsHigher(layout, to, from)) {
    return `M${x(layout, to) - BAR} ${bottom(layout, to) + 3}h${2 * BAR}`;
  }
  const side = ownerSide(layout, from, to);
  const outside = side > x(layout, to) ? side + 3 : side - 3;
  return `M${outside} ${y(layout, to) - BAR}v${2 * BAR}`;
}

function x(layout: Layout, slot: number): number {
  return layout.x[slot] ?? 0;
}

function y(layout: Layout, slot: number): number {
  return layout.y[slot] ?? 0;
}

function top(layout: Layout, slot: number): number {
  return y(layout, slot) - CARD_HEIGHT / 2;
}

function bottom(layout: Layout, slot: number): number {
  return y(layout, slot) + CARD_HEIGHT / 2;
}
