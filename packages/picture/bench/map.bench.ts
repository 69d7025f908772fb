import { performance } from 'node:perf_hooks';
import type { NodeRecord } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { type Layout, layout } from '../src/index.ts';
import { churn } from './churn.ts';
import { seeded, syntheticWorld } from './synthetic-world.ts';

/** Layout of a synthetic world from nothing; the first run compiles and does not count. */
function fromNothing(objects: number, runs: number): Measurement {
  const records = syntheticWorld(objects);
  layout(records);
  const samples = Array.from({ length: runs }, () => {
    const start = performance.now();
    layout(records);
    return performance.now() - start;
  });
  return { samples };
}

/** Percent of the survivors that move in each of `steps` steps of 1 % churn. */
function stability(objects: number, steps: number): Measurement {
  const chance = seeded(7);
  let records: readonly NodeRecord[] = syntheticWorld(objects);
  let positions = layout(records);
  const samples = Array.from({ length: steps }, () => {
    records = churn(records, 0.01, chance);
    const next = layout(records, positions);
    const moved = movedPercent(positions, next);
    positions = next;
    return moved;
  });
  return { samples };
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

const sized = (smoke: boolean, objects: number): number => (smoke ? 1000 : objects);
const runs = ({ smoke }: BenchOptions): number => (smoke ? 1 : 7);

/** Figures of the layout. */
export const figures: readonly Figure[] = [
  {
    name: 'map.layout10k',
    unit: 'ms',
    goal: '<= 60',
    run: (options) => fromNothing(sized(options.smoke, 10_000), runs(options)),
  },
  {
    name: 'map.layout100k',
    unit: 'ms',
    goal: '<= 500',
    run: (options) => fromNothing(sized(options.smoke, 100_000), runs(options)),
  },
  {
    name: 'map.stability',
    unit: '%',
    goal: '<= 2',
    run: ({ smoke }) => stability(sized(smoke, 10_000), smoke ? 1 : 20),
  },
];
