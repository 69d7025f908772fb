import { DEFAULT_RELEASE, RELEASES } from '@gcscope/gc-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_TIMEOUT, whyNoRealCluster } from '../../real-cluster/src/build-real-cluster.ts';
import { compareWorlds } from '../../real-cluster/src/differential/compare-worlds.ts';
import { playWorlds, serveWidgets } from '../../real-cluster/src/differential/play-worlds.ts';
import { worldsFrom } from '../../real-cluster/src/differential/random-world.ts';
import {
  orderDependentShare,
  RULES_TO_SHOW,
  reportOf,
} from '../../real-cluster/src/differential/report.ts';
import { RealCluster } from '../../real-cluster/src/real-cluster.ts';

const why = await whyNoRealCluster();
/** Any number by `npm run differential -- --worlds N --first SEED`. */
const WORLDS = 300;
const FIRST_SEED = 1000;

describe.skipIf(why !== undefined)(`differential${why === undefined ? '' : ` (${why})`}`, () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await RealCluster.start({
      controllers: ['garbage-collector-controller'],
      kubeApiQps: 500,
    });
    await serveWidgets(cluster);
  }, BUILD_TIMEOUT);
  afterAll(() => cluster?.stop());

  it(`[CO-03] ${WORLDS} random worlds end on a real collector as in an order of the simulation`, {
    timeout: 600_000,
  }, async () => {
    const comparison = await compareWorlds(
      (worlds, isExplained) => playWorlds(cluster, worlds, { isExplained }),
      worldsFrom(FIRST_SEED, WORLDS),
      RELEASES[DEFAULT_RELEASE],
      (text) => console.log(text),
    );
    console.log(`seeds ${FIRST_SEED} to ${FIRST_SEED + WORLDS - 1}: ${reportOf(comparison)}`);
    expect(comparison.mismatches).toEqual([]);
    for (const rule of RULES_TO_SHOW) {
      const count = comparison.rules.get(rule) ?? 0;
      expect(count, `worlds that show ${rule}`).toBeGreaterThanOrEqual(10);
    }
    expect(orderDependentShare(comparison)).toBeLessThanOrEqual(0.05);
  });
});
