import type { Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import { cascade } from './cascade.ts';
import { explainP99 } from './explain.ts';
import { type ChangeTimes, GraphRun } from './graph-runs.ts';

const PEER = 'object per node, Set of dependents';

/** Changes in a graph of so many objects: ours and the plain one by turns, each in a process of its own. */
async function changes(objects: number, count: number, rounds: number): Promise<Measurement> {
  const all = count * (rounds + 1);
  const runs = [new GraphRun('ours', objects, all), new GraphRun('plain', objects, all)] as const;
  const [ours, plain] = runs;
  const pairs: { ours: ChangeTimes; plain: ChangeTimes }[] = [];
  try {
    for (const run of runs) await run.built();
    for (let round = 0; round <= rounds; round++) {
      pairs.push({ ours: await ours.changes(count), plain: await plain.changes(count) });
    }
  } finally {
    for (const run of runs) run.end();
  }
  // The first round compiles; it does not count.
  pairs.shift();
  const middle = (which: 'ours' | 'plain', what: keyof ChangeTimes): number =>
    Math.round(median(pairs.map((pair) => pair[which][what])));
  return {
    samples: pairs.map((pair) => pair.ours.perSecond),
    baseline: {
      [PEER]: middle('plain', 'perSecond'),
      'disturbed batches too, ours': middle('ours', 'disturbedToo'),
      'disturbed batches too, plain': middle('plain', 'disturbedToo'),
      'with all garbage collections, ours': middle('ours', 'withCollections'),
      'with all garbage collections, plain': middle('plain', 'withCollections'),
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function memory(objects: number, rounds: number): Promise<Measurement> {
  const of = async (graph: 'ours' | 'plain'): Promise<number> => {
    const run = await new GraphRun(graph, objects, 0).built();
    const used = await run.memory();
    run.end();
    return used;
  };
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) samples.push(await of('ours'));
  return { samples, baseline: { [PEER]: await of('plain') } };
}

/** Figures of the graph, the simulation and the verdict. */
export const figures: readonly Figure[] = [
  {
    name: 'core.changes',
    unit: '1/s',
    goal: '>= 400000',
    run: ({ smoke }) => (smoke ? changes(5000, 2000, 1) : changes(500_000, 60_000, 5)),
  },
  {
    name: 'core.memory',
    unit: 'MB',
    goal: '<= 200',
    run: ({ smoke }) => memory(smoke ? 5000 : 500_000, smoke ? 1 : 3),
  },
  {
    name: 'core.cascade',
    unit: 'ms',
    goal: '<= 100',
    run: ({ smoke }) => {
      const count = smoke ? 101 : 5000;
      cascade(count);
      return { samples: Array.from({ length: smoke ? 1 : 7 }, () => cascade(count)) };
    },
  },
  {
    name: 'core.explain',
    unit: 'ms',
    goal: '<= 1',
    run: ({ smoke }) => ({
      samples: smoke ? explainP99(2000, 200, 1) : explainP99(500_000, 10_000, 5),
    }),
  },
];
