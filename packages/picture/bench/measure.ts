import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Layout, layout, writeSvg } from '../src/index.ts';
import { churn } from './churn.ts';
import { seeded, syntheticWorld } from './synthetic-world.ts';

/** Milliseconds of some monotonic clock. */
export type Clock = () => number;

/** The first run of the process and the median of those after it, in ms. */
export interface Timing {
  readonly cold: number;
  readonly warm: number;
}

/** What keeping a layout costs and how still it stands. */
export interface Stability {
  /** Median of an update, in ms. */
  readonly update: number;
  /** Percent of the survivors that moved, one figure a step. */
  readonly moved: readonly number[];
}

/** Lays out a synthetic world of that size from nothing (map.layout10k, map.layout100k). */
export function measureLayout(objects: number, clock: Clock, runs = 7): Timing {
  const records = syntheticWorld(objects);
  return time(() => layout(records), clock, runs);
}

/** Writes the SVG of a synthetic world whose positions are known; `characters` is its length. */
export function measureSvg(
  objects: number,
  clock: Clock,
  runs = 5,
): Timing & { readonly characters: number } {
  const records = syntheticWorld(objects);
  const positions = layout(records);
  const write = (): string =>
    writeSvg(records, positions, {
      theme: 'light',
      title: `${objects} objects`,
      linkBase: 'http://127.0.0.1:8080',
    });
  return { ...time(write, clock, runs), characters: write().length };
}

/** Follows `steps` steps of churn of that share (map.stability). */
export function measureStability(
  objects: number,
  share: number,
  clock: Clock,
  steps = 10,
): Stability {
  const chance = seeded(7);
  let records: readonly NodeRecord[] = syntheticWorld(objects);
  let positions = layout(records);
  const times: number[] = [];
  const moved: number[] = [];
  for (let step = 0; step < steps; step++) {
    records = churn(records, share, chance);
    const start = clock();
    const next = layout(records, positions);
    times.push(clock() - start);
    moved.push(movedPercent(positions, next));
    positions = next;
  }
  return { update: median(times), moved };
}

function movedPercent(before: Layout, after: Layout): number {
  let survivors = 0;
  let moved = 0;
  before.uids.forEach((uid, old) => {
    const slot = after.slots.get(uid);
    if (slot === undefined) return;
    survivors++;
    if (before.x[old] !== after.x[slot] || before.y[old] !== after.y[slot]) moved++;
  });
  return (100 * moved) / survivors;
}

function time(run: () => unknown, clock: Clock, runs: number): Timing {
  const times: number[] = [];
  for (let at = 0; at <= runs; at++) {
    const start = clock();
    run();
    times.push(clock() - start);
  }
  const [cold = 0, ...warm] = times;
  return { cold, warm: median(warm) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
