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
import { HAS_DOT, PEERS, type Peer, peerGraph } from './peers.ts';
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

/** Milliseconds from objects in memory to positions, of us and of each peer by its key. */
interface Duel {
  readonly ours: readonly number[];
  readonly peers: ReadonlyMap<string, number>;
}

/** Peers take seconds, so figures share a run. */
const duels = new Map<number, Duel>();

/** We are measured first: the garbage of the peers would be collected on our time. */
async function duel(objects: number, options: BenchOptions): Promise<Duel> {
  const known = duels.get(objects);
  if (known) return known;
  const { samples: ours } = fromNothing(objects, runs(options));
  const peers = new Map<string, number>();
  const graph = peerGraph(syntheticWorld(objects));
  for (const { key, name, layout: layoutOf } of PEERS) {
    const start = performance.now();
    await layoutOf(graph);
    const millis = performance.now() - start;
    peers.set(key, millis);
    options.progress(`${name}: ${Math.round(millis)} ms for ${objects} objects`);
  }
  duels.set(objects, { ours, peers });
  return { ours, peers };
}

async function besidePeers(objects: number, options: BenchOptions): Promise<Measurement> {
  const { ours, peers } = await duel(objects, options);
  return {
    samples: ours,
    baseline: Object.fromEntries(
      PEERS.map(({ key, name }) => [name, peers.get(key) ?? Number.NaN]),
    ),
    ...(!HAS_DOT && { skipped: ['dot'] }),
  };
}

/** Time a peer takes for the same objects, as a multiple of ours. */
async function against(peer: Peer, objects: number, options: BenchOptions): Promise<Measurement> {
  const { ours, peers } = await duel(objects, options);
  const theirs = peers.get(peer.key) ?? Number.NaN;
  return { samples: ours.map((each) => theirs / each) };
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

const RATIO_GOALS: Readonly<Record<string, string>> = { dot: '>= 200', wasm: '>= 50' };

/** Figures of the layout. */
export const figures: readonly Figure[] = [
  {
    name: 'map.layout10k',
    unit: 'ms',
    goal: '<= 60',
    run: (options) => besidePeers(sized(options.smoke, 10_000), options),
  },
  ...PEERS.map((peer): Figure => {
    const goal = RATIO_GOALS[peer.key];
    return {
      name: `map.layout10k.${peer.key}`,
      unit: '',
      ...(goal !== undefined && { goal }),
      run: (options) => against(peer, sized(options.smoke, 10_000), options),
    };
  }),
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
