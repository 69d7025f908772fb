import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Millis } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';

/** What fewer objects leave behind is not worth a pause. */
const MANY = 100_000;

/** What was read is let go of until the first time; what that finds, Node gives back in part only at the second. */
const DELAYS: readonly Millis[] = [5000, 10_000];

/**
 * Collects garbage soon after the cluster is read: the first lists of half a million objects leave 100 MB behind, and a program
 * with little to do does not look for them by itself. It pauses for 0.2 s. The answer calls it off.
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
