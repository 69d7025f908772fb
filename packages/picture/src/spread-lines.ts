import type { Axis } from './lanes.ts';

/** A straight part of a routed edge. */
export interface Line {
  readonly axis: Axis;
  /** Where it runs, on the other axis. */
  at: number;
  /** Between where it may run, and still be clear of everything else. */
  readonly low: number;
  readonly high: number;
  /** From where to where, on its own axis. */
  readonly from: number;
  readonly to: number;
  /** Where the lines before and behind it run, added up: lines that turn off to the same side keep to it. */
  readonly turn: number;
}

/** Between two lines in one lane, px. With less room they stand closer, down to the last of these. */
const STEPS = [14, 9, 6, 4, 2.5, 1.25] as const;
/** Lines whose ends are nearer than this have to keep apart, too: their corners are round. */
const CORNER = 8;
/** How wide the stripes are in which lines are looked for. */
const STRIPE = 32;
/** Beside so many lines no place is free, and nobody sees which line is which. */
const MOST_BESIDE = 256;

/** Moves lines that share a lane apart, so that no two lie on top of each other while there is room for all. */
export function spread(routes: readonly (readonly Line[])[]): void {
  for (const axis of [0, 1] as const) {
    const lines = routes.flatMap((route) => route.filter((line) => line.axis === axis));
    const placed = new Placed();
    for (const group of together(lines)) {
      let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (const line of group) {
        low = Math.max(low, line.low);
        high = Math.min(high, line.high);
      }
      const step = Math.min(STEPS[0], Math.max(0, high - low) / group.length);
      group.forEach((line, at) => {
        placed.place(line, middleOf(line) + (at - (group.length - 1) / 2) * step);
      });
    }
  }
}

/** The lines that would lie on each other, in the order in which they cross the fewest others. */
function together(lines: readonly Line[]): Line[][] {
  const byPlace = [...lines].sort((a, b) => middleOf(a) - middleOf(b) || a.from - b.from);
  const groups: Line[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const line of byPlace) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    if (group && first && middleOf(first) === middleOf(line) && line.from < end + CORNER) {
      group.push(line);
      end = Math.max(end, line.to);
    } else {
      groups.push([line]);
      end = line.to;
    }
  }
  for (const group of groups) group.sort((a, b) => a.turn - b.turn);
  return groups;
}

function middleOf({ low, high }: Line): number {
  return (low + high) / 2;
}

/** The lines that have their places. */
class Placed {
  readonly #stripes = new Map<number, Line[]>();

  /** Gives a line the free place nearest to the one it wishes. */
  place(line: Line, wish: number): void {
    const best = Math.min(line.high, Math.max(line.low, wish));
    const beside = this.#beside(line);
    line.at = beside.length < MOST_BESIDE ? nearestFree(line, best, beside) : best;
    const stripe = Math.floor(line.at / STRIPE);
    const lines = this.#stripes.get(stripe) ?? [];
    if (lines.push(line) === 1) this.#stripes.set(stripe, lines);
  }

  /** Where those lines run that a line has to keep clear of; at most `MOST_BESIDE`. */
  #beside({ from, to, low, high }: Line): number[] {
    const beside: number[] = [];
    const last = Math.floor((high + STEPS[0]) / STRIPE);
    for (let stripe = Math.floor((low - STEPS[0]) / STRIPE); stripe <= last; stripe++) {
      for (const placed of this.#stripes.get(stripe) ?? []) {
        if (placed.from >= to + CORNER || placed.to <= from - CORNER) continue;
        if (beside.push(placed.at) === MOST_BESIDE) return beside;
      }
    }
    return beside;
  }
}

function nearestFree({ low, high }: Line, best: number, taken: readonly number[]): number {
  for (const step of STEPS) {
    for (let away = 0; away <= high - low; away += step) {
      if (best - away >= low && isFree(best - away, step, taken)) return best - away;
      if (best + away <= high && isFree(best + away, step, taken)) return best + away;
    }
  }
  return best;
}

function isFree(at: number, step: number, taken: readonly number[]): boolean {
  for (let other = 0; other < taken.length; other++) {
    if (Math.abs((taken[other] as number) - at) < step) return false;
  }
  return true;
}
