import { DEFAULT_RELEASE } from '@gcscope/gc-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILD_TIMEOUT, whyNoRealCluster } from '../../real-cluster/src/build-real-cluster.ts';
import { compareWorlds, worldsFrom } from '../../real-cluster/src/differential/compare-worlds.ts';
import { serveWidgets } from '../../real-cluster/src/differential/play-worlds.ts';
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
    const worlds = worldsFrom(FIRST_SEED, WORLDS);
    const { mismatches, orderDependent, rules } = await compareWorlds(
      cluster,
      worlds,
      DEFAULT_RELEASE,
      (text) => console.log(text),
    );
    console.log(
      `seeds ${FIRST_SEED} to ${FIRST_SEED + WORLDS - 1}, ${orderDependent} order-dependent`,
    );
    expect(mismatches).toEqual([]);
    for (const rule of ['AD-14', 'AD-15', 'AD-16', 'AD-17', 'CL-04', 'CL-08', 'GB-05', 'FG-02']) {
      expect(rules.get(rule) ?? 0, `worlds that show ${rule}`).toBeGreaterThanOrEqual(10);
    }
  });
});
