import { parseArgs } from 'node:util';
import { DEFAULT_RELEASE, RELEASES } from '@gcscope/gc-core';
import { compareWorlds } from '../real-cluster/src/differential/compare-worlds.ts';
import { playWorlds, serveWidgets } from '../real-cluster/src/differential/play-worlds.ts';
import { worldsFrom } from '../real-cluster/src/differential/random-world.ts';
import { reportOf } from '../real-cluster/src/differential/report.ts';
import { RealCluster } from '../real-cluster/src/real-cluster.ts';

// Plays random worlds on a real cluster and on the simulation: `npm run differential -- --worlds 2000 --first 1`.
const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
  },
});

const cluster = await RealCluster.start({
  controllers: ['garbage-collector-controller'],
  kubeApiQps: 500,
});
try {
  await serveWidgets(cluster);
  const started = performance.now();
  const comparison = await compareWorlds(
    (worlds, isExplained) => playWorlds(cluster, worlds, { isExplained }),
    worldsFrom(Number(values.first), Number(values.worlds)),
    RELEASES[DEFAULT_RELEASE],
    (text) => console.error(text),
  );
  for (const mismatch of comparison.mismatches) console.log(JSON.stringify(mismatch));
  console.log(reportOf(comparison));
  console.log(`${Math.round((performance.now() - started) / 1000)} s`);
  process.exitCode = comparison.mismatches.length > 0 ? 1 : 0;
} finally {
  await cluster.stop();
}
