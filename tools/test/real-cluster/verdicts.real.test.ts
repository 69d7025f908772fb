import { RELEASES } from '@gcscope/gc-core';
import { beforeAll, expect, it } from 'vitest';
import { buildRealCluster, USUAL_SERIES } from '../../real-cluster/src/build-real-cluster.ts';
import { describeReal } from '../../real-cluster/src/describe-real.ts';
import { judgedWorldsFrom } from '../../real-cluster/src/differential/judged-world.ts';
import { VerdictDifferential } from '../../real-cluster/src/differential/verdict-differential.ts';
import { figuresOf, verdictReport } from '../../real-cluster/src/differential/verdict-report.ts';
import { KINDS, type World } from '../../real-cluster/src/differential/world.ts';

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

  it('[CL-04] of a release that decides otherwise do not', { timeout: TIMEOUT }, async () => {
    const release = {
      ...RELEASES[USUAL_SERIES],
      leavesNamespacedOwnersOfClusterScopedAlone: false,
    };
    const differential = await VerdictDifferential.start(USUAL_SERIES, { release, patience: 3000 });
    try {
      const { unexplained } = figuresOf(await differential.tryWorlds([CHILD]));
      expect(unexplained[0]).toMatch(/seed 1, object 0 \(ClusterRole .*\)\n {2}verdict: goes/);
    } finally {
      await differential.stop();
    }
  });
});

/** A cluster-scoped child of a namespaced owner. */
const PLAIN = { namespace: 'a', finalizers: [], onNode: false } as const;
const CHILD: World = {
  seed: 1,
  workers: 'one',
  objects: [
    { ...PLAIN, kind: KINDS.findIndex(({ kind }) => kind === 'ClusterRole') },
    { ...PLAIN, kind: KINDS.findIndex(({ kind }) => kind === 'ConfigMap') },
  ],
  rounds: [
    [0, 1].map((object) => ({ type: 'create', object })),
    [{ type: 'references', object: 0, references: [{ owner: 1, flaw: 'none' }] }],
  ],
};
