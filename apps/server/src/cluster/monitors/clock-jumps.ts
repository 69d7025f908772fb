import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';

const PERIOD: Millis = 5_000;
/** A process may stand still for less on a busy machine, and a clock be corrected by less: no connection is lost by that. */
const TOLERANCE: Millis = 30_000;

/**
 * Calls `jumped` when the wall clock and the wait differ by more than the tolerance, at most one period later, and says by how much:
 * the machine was suspended, the process stood still, or the clock was set.
 */
export function watchForJumps(
  clock: Clock,
  jumped: (by: Millis) => void,
  signal: AbortSignal,
): void {
  const look = (): void => {
    const before = clock.now();
    const cancel = clock.setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      const by = clock.now() - before - PERIOD;
      if (Math.abs(by) > TOLERANCE) jumped(by);
      if (!signal.aborted) look();
    }, PERIOD);
    signal.addEventListener('abort', cancel, { once: true });
  };
  look();
}
