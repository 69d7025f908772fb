import type { Millis } from '@gcscope/gc-core/wire';

/** Simulated time since the start: `30 s`, `0.5 s`, and `5 ms` for what is less than a tenth of a second. */
export function simulatedTime(at: Millis): string {
  return at < 100 ? `${Math.round(at)} ms` : `${Number((at / 1000).toFixed(1))} s`;
}
