import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildRealCluster, USUAL_SERIES } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import { RealDifferential } from '../../real-cluster/src/differential/real-differential.ts';
import {
  orderDependentShare,
  RULES_TO_SHOW,
  reportOf,
} from '../../real-cluster/src/differential/report.ts';

/** Any number by `npm run differential -- --worlds N --first SEED`. */
const WORLDS = 300;
const FIRST_SEED = 1000;
/** A run takes 4 minutes; more where there is something to shrink, or a retry is due only after a thousand seconds (QU-03). */
const TIMEOUT = 2_400_000;
const progress = (text: string): void => console.log(text);

describeReal('differential', () => {
  let folder: string;
  beforeAll(async () => {
    await buildRealCluster();
    folder = await mkdtemp(join(tmpdir(), 'gcscope-differential-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(`[CO-03] ${WORLDS} random worlds end on a real collector as in an order of the simulation`, {
    timeout: TIMEOUT,
  }, async () => {
    const differential = await RealDifferential.start(USUAL_SERIES, { progress });
    try {
      const comparison = await differential.compare(worldsFrom(FIRST_SEED, WORLDS));
      console.log(`seeds ${FIRST_SEED} to ${FIRST_SEED + WORLDS - 1}: ${reportOf(comparison)}`);
      const seeds = comparison.mismatches.map(({ world }) => world.seed);
      // One is shrunk, as that takes minutes; `npm run differential` shrinks all.
      const kept = await differential.keep(comparison.mismatches.slice(0, 1), folder);
      const scenarios = await Promise.all(kept.map((file) => readFile(file, 'utf8')));
      expect({ seeds, scenarios }).toEqual({ seeds: [], scenarios: [] });
      for (const rule of RULES_TO_SHOW) {
        const count = comparison.rules.get(rule) ?? 0;
        expect(count, `worlds that show ${rule}`).toBeGreaterThanOrEqual(10);
      }
      expect(orderDependentShare(comparison)).toBeLessThanOrEqual(0.05);
    } finally {
      await differential.stop();
    }
  });
});
