import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Millis } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';

/** The garbage of fewer objects is not worth a pause. */
const MANY = 100_000;

/** The first run moves what is kept together, so that whole pages are free; the second returns the room that moving took. */
const RUNS: readonly { readonly delay: Millis; readonly isCompacting: boolean }[] = [
  { delay: 5000, isCompacting: true },
  { delay: 10_000, isCompacting: false },
];

/**
 * Collects garbage soon after the cluster is read: the first lists of half a million objects leave 140 MB behind, a third of
 * it as holes between objects, and an idle program does not collect them by itself. Nothing else runs meanwhile. Call the
 * returned function to cancel.
 */
export function giveBackMemory(
  cluster: LiveCluster,
  many: number = MANY,
  collect: (isCompacting: boolean) => void = collectGarbage,
): () => void {
  const { live, clock } = cluster;
  let timers: readonly (() => void)[] = [];
  const leave = cluster.subscribe({
    frame: () => {},
    health: () => {
      if (!live.isLive) return;
      leave();
      if (live.graph.size < many) return;
      timers = RUNS.map(({ delay, isCompacting }) =>
        clock.setTimeout(() => collect(isCompacting), delay),
      );
    },
  });
  return () => {
    leave();
    for (const cancel of timers) cancel();
  };
}

/** Node has this function only for programs that ask for it. */
function collectGarbage(isCompacting: boolean): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  if (isCompacting) setFlagsFromString('--compact-on-every-full-gc');
  collect();
  setFlagsFromString('--no-compact-on-every-full-gc');
}
