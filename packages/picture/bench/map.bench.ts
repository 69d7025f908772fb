import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import type { NodeRecord } from '@gcscope/gc-core/wire';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import {
  crossEdges,
  type Layout,
  layout,
  type Rows,
  routeEdges,
  rowsOf,
  slotOf,
  stackSiblings,
} from '../src/index.ts';
import { churn } from './churn.ts';
import { seeded, syntheticWorld } from './synthetic-world.ts';

/** Layout of a synthetic world from nothing; the first run compiles and does not count. */
function fromNothing(objects: number, runs: number): Measurement {
  const records = syntheticWorld(objects);
  layout(rowsOf(records));
  const samples = Array.from({ length: runs }, () => {
    const start = performance.now();
    layout(rowsOf(records));
    return performance.now() - start;
  });
  return { samples };
}

/** Routes of all edges that no tree shows, from a new layout. */
function routes(objects: number, runs: number): Measurement {
  const rows = rowsOf(syntheticWorld(objects));
  const placed = layout(rows);
  const edges = crossEdges(rows.edges, placed);
  routeEdges(placed, edges);
  const samples = Array.from({ length: runs }, () => {
    const start = performance.now();
    routeEdges(placed, edges);
    return performance.now() - start;
  });
  return { samples };
}

/** Graphviz, in Debian as `graphviz`; not a dependency. */
const DOT = 'dot';
const HAS_DOT = spawnSync(DOT, ['-V'], { stdio: 'ignore' }).status === 0;

/** How many times as long dot takes for the same objects; `-Tdot` gives positions and draws nothing. */
function againstDot(objects: number, options: BenchOptions): Measurement {
  const records = syntheticWorld(objects);
  const start = performance.now();
  const { status, error } = spawnSync(DOT, ['-Tdot'], {
    input: dotText(records),
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 15 * 60_000,
  });
  const millis = performance.now() - start;
  if (status !== 0) throw new Error(`dot failed: ${error?.message ?? status}`);
  options.progress(`dot: ${Math.round(millis)} ms for ${objects} objects`);
  const { samples } = fromNothing(objects, runs(options));
  return { samples: samples.map((each) => millis / each) };
}

function dotText(records: readonly NodeRecord[]): string {
  const lines = records.flatMap(({ uid, kind, name, owners }) => [
    `"${uid}" [shape=box, label="${kind}\\n${name}"];`,
    ...owners.map((owner) => `"${owner.uid}" -> "${uid}";`),
  ]);
  return `digraph {\n${lines.join('\n')}\n}\n`;
}

/** Percent of the surviving cards that move in each of `steps` steps of 1 % churn; `arrange` makes the rows. */
function stability(objects: number, steps: number, arrange: (rows: Rows) => Rows): Measurement {
  const chance = seeded(7);
  let records: readonly NodeRecord[] = syntheticWorld(objects);
  let positions = layout(arrange(rowsOf(records)));
  const samples = Array.from({ length: steps }, () => {
    records = churn(records, 0.01, chance);
    const next = layout(arrange(rowsOf(records)), positions);
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
    const slot = slotOf(after, uid);
    if (slot === undefined) return;
    survivors++;
    if (before.x[old] !== after.x[slot] || before.y[old] !== after.y[slot]) moved++;
  });
  return (100 * moved) / survivors;
}

const sized = (smoke: boolean, objects: number): number => (smoke ? 1000 : objects);
const runs = ({ smoke }: BenchOptions): number => (smoke ? 1 : 7);

const DOT_RATIO: Figure = {
  name: 'map.layout10k.dot',
  unit: '',
  goal: '>= 200',
  smokeable: false,
  run: (options) => againstDot(10_000, options),
};

/** Figures of the layout. */
export const figures: readonly Figure[] = [
  {
    name: 'map.layout10k',
    unit: 'ms',
    goal: '<= 60',
    run: (options) => fromNothing(sized(options.smoke, 10_000), runs(options)),
  },
  ...(HAS_DOT ? [DOT_RATIO] : []),
  {
    name: 'map.layout100k',
    unit: 'ms',
    goal: '<= 500',
    run: (options) => fromNothing(sized(options.smoke, 100_000), runs(options)),
  },
  {
    name: 'map.routes10k',
    unit: 'ms',
    goal: '<= 40',
    run: (options) => routes(sized(options.smoke, 10_000), runs(options)),
  },
  {
    name: 'map.stability',
    unit: '%',
    goal: '<= 2',
    run: ({ smoke }) => stability(sized(smoke, 10_000), smoke ? 1 : 20, (rows) => rows),
  },
  {
    name: 'map.stability.stacks',
    unit: '%',
    goal: '<= 2',
    run: ({ smoke }) =>
      stability(sized(smoke, 10_000), smoke ? 1 : 20, (rows) => stackSiblings(rows)),
  },
];
