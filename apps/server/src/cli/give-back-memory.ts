import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Millis } from '@gcscope/gc-core/wire';
import type { LiveCluster } from '../live/live-cluster.ts';

/** What fewer objects leave behind is not worth a pause. */
const MANY = 100_000;

/** What was read is let go of until then. */
const DELAY: Millis = 5000;

/**
 * Collects garbage once, soon after the cluster is read: the first lists of half a million objects leave 100 MB behind, and a program
 * with little to do does not look for them by itself. It pauses for 0.2 s. The answer calls it off.
 */
export function giveBackMemory(
  cluster: LiveCluster,
  many: number = MANY,
  collect: () => void = collectGarbage,
): () => void {
  const { live, clock } = cluster;
  let cancel = (): void => {};
  const leave = cluster.subscribe({
    frame: () => {},
    health: () => {
      if (!live.isLive) return;
      leave();
      if (live.graph.size >= many) cancel = clock.setTimeout(collect, DELAY);
    },
  });
  return () => {
    leave();
    cancel();
  };
}

/** Node has this function only for programs that ask for it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
