import { parseArgs } from 'node:util';
import { DEFAULT_RELEASE } from '@gcscope/gc-core';
import { compareWorlds, worldsFrom } from '../real-cluster/src/differential/compare-worlds.ts';
import { serveWidgets } from '../real-cluster/src/differential/play-worlds.ts';
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
  const worlds = worldsFrom(Number(values.first), Number(values.worlds));
  const started = performance.now();
  const comparison = await compareWorlds(cluster, worlds, DEFAULT_RELEASE, (text) =>
    console.error(text),
  );
  const { mismatches, rules, ...counts } = comparison;
  for (const mismatch of mismatches) console.log(JSON.stringify(mismatch));
  console.log(
    JSON.stringify({
      ...counts,
      unexplained: mismatches.length,
      seconds: Math.round((performance.now() - started) / 1000),
      rules: Object.fromEntries([...rules].toSorted(([a], [b]) => a.localeCompare(b))),
    }),
  );
  process.exitCode = mismatches.length > 0 ? 1 : 0;
} finally {
  await cluster.stop();
}
