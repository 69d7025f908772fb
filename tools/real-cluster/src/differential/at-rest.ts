import { setTimeout } from 'node:timers/promises';
import { quiet } from '../quiet.ts';
import type { RealCluster } from '../real-cluster.ts';
import { isAtRest, readNamespaces } from './namespaces.ts';
import { allLeft } from './play.ts';

/** It deletes what is held again and again (NS-13); when it has done what it can is asked for afterwards. */
const NAMESPACE_CONTROLLER = 'system:serviceaccount:kube-system:namespace-controller';
const LOOK_AGAIN = 500;
/** With content that is held the next pass over a Namespace may come 8 s later (NS-13), and after errors a minute. */
const PATIENCE = 90_000;

/** Resolves when neither the collector nor the namespace controller has anything left to do. */
export async function atRest(cluster: RealCluster): Promise<void> {
  do await quiet(cluster, { within: 300_000, ignored: NAMESPACE_CONTROLLER });
  while (await waitedForNamespaces(cluster));
}

/**
 * Resolves when Namespaces that are being deleted are empty, or hold what others hold. That begins five seconds late (NS-04),
 * and takes a while without a write. Whether it had to be waited for.
 */
async function waitedForNamespaces(cluster: RealCluster): Promise<boolean> {
  const until = performance.now() + PATIENCE;
  for (let waited = false; ; waited = true) {
    const namespaces = (await readNamespaces(cluster)).filter(({ metadata, status }) => {
      return metadata.deletionTimestamp !== undefined && status.finalizers.length > 0;
    });
    if (namespaces.length === 0) return waited;
    const left = await allLeft(cluster);
    const open = namespaces.filter(({ metadata: { name }, status }) => {
      return !isAtRest(
        left.filter(({ namespace }) => namespace === name),
        status,
      );
    });
    if (open.length === 0) return waited;
    if (performance.now() > until) {
      const names = open.map(({ metadata }) => metadata.name).join(', ');
      throw new Error(`Waited ${PATIENCE / 1000} s for Namespaces to be emptied: ${names}.`);
    }
    await setTimeout(LOOK_AGAIN);
  }
}
