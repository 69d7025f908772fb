import type { Millis } from '@gcscope/gc-core/wire';
import type { Clock } from '../../base/clock.ts';

const PERIOD: Millis = 5_000;
/** A timer on a busy machine may be this late, and a clock may be corrected by this much. */
const TOLERANCE: Millis = 5_000;

/**
 * Calls `jumped` when the wall clock and the wait differ by more than the tolerance, at most one period later: the machine was
 * suspended, the process stood still, or the clock was set.
 */
export function watchForJumps(clock: Clock, jumped: () => void, signal: AbortSignal): void {
  const look = (): void => {
    const before = clock.now();
    const cancel = clock.setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      if (Math.abs(clock.now() - before - PERIOD) > TOLERANCE) jumped();
      if (!signal.aborted) look();
    }, PERIOD);
    signal.addEventListener('abort', cancel, { once: true });
  };
  look();
}
