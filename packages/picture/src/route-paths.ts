/**
 * A route as paths of SVG. Those along x are drawn first, for all routes; both are drawn twice, at first wider and in the
 * colour behind them: so each line leaves a gap in the lines that it crosses, and never in those beside it.
 */
export interface RoutePaths {
  /** The parts along x with all corners. */
  readonly flat: string;
  /** The parts along y. */
  readonly upright: string;
  /** The arrowhead at the owner. */
  readonly tip: string;
  /** Across the owner's end: the bar of a blocking reference. */
  readonly bar: string;
}

/** Radius of a corner. */
const TURN = 6;
const TIP_LENGTH = 8;
const TIP_HALF = 4;
const BAR_HALF = 9;

/** The paths of a route with these points, which is blocking or not. `isTurned`: the arrowhead is where it begins. */
export function routePaths(
  route: readonly number[],
  blocking: boolean,
  isTurned: boolean = false,
): RoutePaths {
  const points = isTurned ? turned(route) : route;
  const end = points.length - 2;
  const tipX = at(points, end);
  const y = at(points, end + 1);
  const back = at(points, end - 2) < tipX ? -1 : 1;
  const tipEnd = blocking ? tipX + back * 4 : tipX + back;
  let flat = '';
  let upright = '';
  for (let from = 0; from < end; from += 4) {
    const x0 = at(points, from);
    const y0 = at(points, from + 1);
    const x1 = at(points, from + 2);
    const sign = Math.sign(x1 - x0);
    const first = from > 0 ? radius(points, from) : 0;
    const isLast = from + 2 === end;
    const last = isLast ? 0 : radius(points, from + 2);
    const stop = isLast ? tipEnd + back * (TIP_LENGTH - 2) : x1 - sign * last;
    if (from > 0) {
      const side = Math.sign(at(points, from - 1) - y0);
      flat += `M${x0} ${y0 + side * first}q0 ${-side * first} ${sign * first} ${-side * first}`;
    } else {
      flat += `M${x0} ${y0}`;
    }
    flat += `H${stop}`;
    if (isLast) break;
    const y1 = at(points, from + 5);
    const down = Math.sign(y1 - y0);
    flat += `q${sign * last} 0 ${sign * last} ${down * last}`;
    upright += `M${x1} ${y0 + down * last}V${y1 - down * radius(points, from + 4)}`;
  }
  return {
    flat,
    upright,
    tip: `M${tipEnd} ${y}l${back * TIP_LENGTH}-${TIP_HALF}v${2 * TIP_HALF}z`,
    bar: blocking ? `M${tipX + back * 2.5} ${y - BAR_HALF}v${2 * BAR_HALF}` : '',
  };
}

/** Radius of the corner at this point: both lines that meet there have room for it. */
function radius(points: readonly number[], corner: number): number {
  const x = at(points, corner);
  const y = at(points, corner + 1);
  const before = Math.abs(x - at(points, corner - 2)) + Math.abs(y - at(points, corner - 1));
  const behind = Math.abs(x - at(points, corner + 2)) + Math.abs(y - at(points, corner + 3));
  return Math.min(TURN, before / 2, behind / 2);
}

function at(points: readonly number[], index: number): number {
  return points[index] as number;
}

/** Turns a way round: from its end to its beginning. */
function turned(points: readonly number[]): number[] {
  const other: number[] = [];
  for (let end = points.length - 2; end >= 0; end -= 2)
    other.push(at(points, end), at(points, end + 1));
  return other;
}
