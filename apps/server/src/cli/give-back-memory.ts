import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Millis } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';

/** The garbage of fewer objects is not worth a pause. */
const MANY = 100_000;

/** By the first run the lists are released; Node returns part of that memory to the system only at the second. */
const DELAYS: readonly Millis[] = [5000, 10_000];

/**
 * Collects garbage soon after the cluster is read: the first lists of half a million objects leave 100 MB behind, and an idle
 * program does not collect them by itself. The pause takes 0.2 s. Call the returned function to cancel.
 */
export function giveBackMemory(
  cluster: LiveCluster,
  many: number = MANY,
  collect: () => void = collectGarbage,
): () => void {
  const { live, clock } = cluster;
  let timers: readonly (() => void)[] = [];
  const leave = cluster.subscribe({
    frame: () => {},
    health: () => {
      if (!live.isLive) return;
      leave();
      if (live.graph.size < many) return;
      timers = DELAYS.map((delay) => clock.setTimeout(collect, delay));
    },
  });
  return () => {
    leave();
    for (const cancel of timers) cancel();
  };
}

/** Node has this function only for programs that ask for it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
