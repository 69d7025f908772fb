import { setTimeout } from 'node:timers/promises';
import { inParallel } from '../../../tools/real-cluster/src/differential/play.ts';
import {
  createObject,
  type DeletePropagation,
  deleteObject,
} from '../../../tools/real-cluster/src/objects.ts';
import { RealCluster } from '../../../tools/real-cluster/src/real-cluster.ts';
import type { BenchOptions, Figure, Measurement } from '../../../tools/src/bench-figure.ts';
import {
  type Collected,
  collectedByOurs,
  collectedByReal,
  type Limits,
  secondsToDelete,
  startOurs,
} from './collected-clusters.ts';
import { residentMegabytes } from './program-beside.ts';

const RUNS = 3;
const PAIRS = 7;
const REAL = 'real collector';

type SecondsOf = (collected: Collected) => Promise<number>;

/** Starts a cluster with our collector and one with the real collector, and ends both after the work. */
async function withBoth<T>(
  limits: Limits,
  work: (ours: Collected, theirs: Collected) => Promise<T>,
): Promise<T> {
  const ours = await collectedByOurs(limits);
  try {
    const theirs = await collectedByReal(limits);
    try {
      return await work(ours, theirs);
    } finally {
      await theirs.stop();
    }
  } finally {
    await ours.stop();
  }
}

/** Takes the figure of ours and of the real collector, one after the other each time. */
function beside(limits: Limits, runs: number, seconds: SecondsOf): Promise<Measurement> {
  return withBoth(limits, async (ours, theirs) => {
    const samples: number[] = [];
    const real: number[] = [];
    for (let run = 0; run < runs; run++) {
      samples.push(await seconds(ours));
      real.push(await seconds(theirs));
    }
    const sorted = real.toSorted((a, b) => a - b);
    return { samples, baseline: { [REAL]: sorted[Math.floor(runs / 2)] ?? Number.NaN } };
  });
}

/**
 * Our seconds divided by those of the real collector, pair by pair. Both have done a smaller deletion before, and take turns in
 * going first, because the machine is not equally fast at all times.
 */
function cascadeRatio({ smoke, progress }: BenchOptions): Promise<Measurement> {
  const [pairs, before, objects] = smoke ? [1, 10, 100] : [PAIRS, 1000, 10_000];
  return withBoth('none', async (ours, theirs) => {
    for (const side of [ours, theirs]) await secondsToDelete(side, 'Background', before);
    const samples: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      const order = pair % 2 === 0 ? [ours, theirs] : [theirs, ours];
      const seconds = new Map<Collected, number>();
      for (const side of order) {
        seconds.set(side, await secondsToDelete(side, 'Background', objects));
      }
      const [our = Number.NaN, their = Number.NaN] = [seconds.get(ours), seconds.get(theirs)];
      progress(`ours ${our.toFixed(1)} s, the real collector ${their.toFixed(1)} s`);
      samples.push(our / their);
    }
    return { samples };
  });
}

/** At the usual limits requests are waited for, so that one run is much like the next. */
function rate(policy: DeletePropagation, goal: number): Figure {
  return {
    name: `collect.${policy.toLowerCase()}`,
    unit: 's',
    goal: `<= ${goal}`,
    run: ({ smoke }) =>
      beside('usual', smoke ? 1 : RUNS, (collected) =>
        secondsToDelete(collected, policy, smoke ? 50 : 1000),
      ),
  };
}

/** Milliseconds from a ready API server until every kind is synced. */
async function start({ smoke }: BenchOptions): Promise<Measurement> {
  const samples: number[] = [];
  const cluster = await RealCluster.start({ controllers: ['namespace-controller'] });
  try {
    for (let run = 0; run < (smoke ? 1 : RUNS); run++) {
      await cluster.crashApiServer();
      const began = performance.now();
      const ours = await startOurs(cluster, 'none');
      await ours.ready();
      samples.push(performance.now() - began);
      await ours.kill();
    }
  } finally {
    await cluster.stop();
  }
  return { samples };
}

/** Resident memory beside 1,000 objects, after a quiet while. */
async function memory({ smoke }: BenchOptions): Promise<Measurement> {
  const samples: number[] = [];
  for (let run = 0; run < (smoke ? 1 : RUNS); run++) {
    const ours = await collectedByOurs('none');
    try {
      await inParallel([...Array(1000).keys()], async (at) => {
        await createObject(ours.cluster, CONFIG_MAPS, { metadata: { name: `object-${at}` } });
      });
      await setTimeout(smoke ? 0 : 10_000);
      samples.push(residentMegabytes(ours.ours?.pid ?? 0));
    } finally {
      await ours.stop();
    }
  }
  return { samples };
}

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MINUTE = 60_000;
const THIRDS = 3;

/** Owners of 50 come and go for half an hour; how many megabytes more there are at the end than after ten minutes. */
async function churn({ progress }: BenchOptions): Promise<Measurement> {
  const ours = await collectedByOurs('none');
  const megabytes: number[] = [];
  try {
    for (let third = 1; third <= THIRDS; third++) {
      const until = performance.now() + 10 * MINUTE;
      while (performance.now() < until) await comeAndGo(ours);
      megabytes.push(residentMegabytes(ours.ours?.pid ?? 0));
      progress(`after ${10 * third} minutes: ${Math.round(megabytes.at(-1) ?? 0)} MB`);
    }
  } finally {
    await ours.stop();
  }
  const [first = Number.NaN, second = Number.NaN, last = Number.NaN] = megabytes;
  return { samples: [last - first, last - first, last - first], baseline: { first, second, last } };
}

async function comeAndGo({ cluster }: Collected): Promise<void> {
  const { name, uid } = await createObject(cluster, CONFIG_MAPS, {
    metadata: { generateName: 'owner-' },
  });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, blockOwnerDeletion: true };
  await inParallel([...Array(50).keys()], async () => {
    const metadata = { generateName: 'dependent-', ownerReferences: [owner] };
    await createObject(cluster, CONFIG_MAPS, { metadata });
  });
  await deleteObject(cluster, `${CONFIG_MAPS}/${name}`, 'Foreground');
}

export const figures: readonly Figure[] = [
  // Measured with the real collector, and a tenth more.
  rate('Background', 53.9),
  rate('Foreground', 81.4),
  rate('Orphan', 26.4),
  {
    name: 'collect.cascade',
    unit: 's',
    run: ({ smoke }) =>
      beside('none', smoke ? 1 : RUNS, (collected) =>
        secondsToDelete(collected, 'Background', smoke ? 100 : 10_000),
      ),
  },
  { name: 'collect.cascade.ratio', unit: '', goal: '<= 1', run: cascadeRatio },
  { name: 'collect.start', unit: 'ms', goal: '<= 2000', run: start },
  { name: 'collect.rss', unit: 'MB', goal: '<= 120', run: memory },
  { name: 'collect.churn', unit: 'MB', goal: '<= 5', smokeable: false, run: churn },
];
