import { groupBy } from '@gcscope/gc-core/wire';
import type { Axis } from './lanes.ts';

/** A straight part of a routed edge. */
export interface Line {
  readonly axis: Axis;
  /** Place on the other axis. */
  at: number;
  /** Bounds of that place that keep the line clear of everything else. */
  low: number;
  high: number;
  /** Both ends, on the line's axis. */
  from: number;
  to: number;
  /** The places of the lines before and behind it, added up: lines that turn off to the same side keep to it. */
  readonly turn: number;
  /** Many lines with the same goal run as one; where lines are crowded, those to the same place, too. */
  readonly goal: number;
  readonly place: number;
}

/** Gaps between two lines in one lane, px. With less room they stand closer, down to the last of these. */
const STEPS = [14, 9, 6, 4, 2.5, 1.25] as const;
/** Lines whose ends are nearer than this have to keep apart, too: their corners are round. */
const CORNER = 8;
/** The most lines in one lane that always run side by side, also those to one goal. */
const MOST_APART = 8;
/** Least room for each line: with less, lines can no longer be followed one by one. */
const CROWDED = 2.5;
/** Width of the stripes in which lines are looked for. */
const STRIPE = 32;
/** Most lines beside a line: with so many no place is free, and nobody sees which line is which. */
const MOST_BESIDE = 256;

/** Moves lines that share a lane apart, so that no two lie on top of each other while there is room for all. */
export function spread(routes: readonly (readonly Line[])[]): void {
  for (const axis of [0, 1] as const) {
    const lines = routes.flatMap((route) => route.filter((line) => line.axis === axis));
    const placed = new Placed();
    for (const group of together(lines)) {
      const { low, high } = trunkOf(group);
      const room = Math.max(0, high - low);
      const trunks = trunksOf(group, room);
      const step = Math.min(STEPS[0], room / trunks.length);
      trunks.forEach((trunk, at) => {
        const whole = trunk.length > 1 ? trunkOf(trunk) : (trunk[0] as Line);
        placed.place(whole, middleOf(whole) + (at - (trunks.length - 1) / 2) * step);
        for (const line of trunk) line.at = whole.at;
      });
    }
  }
}

/** The lines that would lie on each other, in the order in which they cross the fewest others. */
function together(lines: readonly Line[]): Line[][] {
  const byPlace = [...lines].sort((a, b) => a.low + a.high - (b.low + b.high) || a.from - b.from);
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

/** The lines of a group that run as one. */
function trunksOf(group: readonly Line[], room: number): readonly (readonly Line[])[] {
  const isCrowded = ({ length }: readonly unknown[]): boolean =>
    length > MOST_APART && room / length < CROWDED;
  const trunks = bundled(group, 'goal', isCrowded(group) ? 1 : MOST_APART);
  return isCrowded(trunks) ? bundled(group, 'place', 1) : trunks;
}

/** More lines with the same key than these are together; they stand where the first of them would. */
function bundled(
  group: readonly Line[],
  key: 'goal' | 'place',
  apart: number,
): readonly (readonly Line[])[] {
  if (group.length <= apart) return group.map((line) => [line]);
  const byKey = groupBy(group, (line) => line[key]);
  const trunks = new Set<readonly Line[]>();
  for (const line of group) {
    const same = byKey.get(line[key]) ?? [];
    trunks.add(same.length > apart ? same : [line]);
  }
  return [...trunks];
}

/** One line in place of all these. */
function trunkOf(lines: readonly Line[]): Line {
  const trunk = { ...(lines[0] as Line) };
  for (const { low, high, from, to } of lines) {
    trunk.low = Math.max(trunk.low, low);
    trunk.high = Math.min(trunk.high, high);
    trunk.from = Math.min(trunk.from, from);
    trunk.to = Math.max(trunk.to, to);
  }
  return trunk;
}

function middleOf({ low, high }: Line): number {
  return (low + high) / 2;
}

const NO_LINES: readonly Line[] = [];

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

  /** Places of the lines that a line has to keep clear of; at most `MOST_BESIDE`. */
  #beside({ from, to, low, high }: Line): number[] {
    const beside: number[] = [];
    const last = Math.floor((high + STEPS[0]) / STRIPE);
    for (let stripe = Math.floor((low - STEPS[0]) / STRIPE); stripe <= last; stripe++) {
      const lines = this.#stripes.get(stripe) ?? NO_LINES;
      for (let at = 0; at < lines.length; at++) {
        const placed = lines[at] as Line;
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
