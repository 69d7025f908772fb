import { beforeAll, expect, it } from 'vitest';
import { buildRealCluster, USUAL_SERIES } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { judgedWorldsFrom } from '../../real-cluster/src/differential/judged-world.ts';
import { VerdictDifferential } from '../../real-cluster/src/differential/verdict-differential.ts';
import { figuresOf, verdictReport } from '../../real-cluster/src/differential/verdict-report.ts';

/** Any number by `npm run differential -- --verdicts --worlds N --first SEED`. */
const WORLDS = 40;
const FIRST_SEED = 1000;
const TIMEOUT = 600_000;

describeReal('verdicts', () => {
  beforeAll(async () => {
    await buildRealCluster();
  });

  it(`of ${WORLDS} random worlds, and its forecast in each, come true`, {
    timeout: TIMEOUT,
  }, async () => {
    const differential = await VerdictDifferential.start(USUAL_SERIES);
    try {
      const figures = figuresOf(await differential.tryWorlds(judgedWorldsFrom(FIRST_SEED, WORLDS)));
      console.log(verdictReport(figures));
      expect(figures.unexplained).toEqual([]);
      for (const verdict of ['stays', 'waits', 'goes, next check', 'goes, restart']) {
        expect(figures.verdicts.get(verdict) ?? 0, verdict).toBeGreaterThan(0);
      }
      for (const way of ['Background deleted', 'Foreground blocked', 'Orphan orphaned']) {
        expect(figures.lines.get(way) ?? 0, way).toBeGreaterThan(0);
      }
      expect(figures.otherOrder).toBeLessThanOrEqual(WORLDS * 0.05);
    } finally {
      await differential.stop();
    }
  });
});
