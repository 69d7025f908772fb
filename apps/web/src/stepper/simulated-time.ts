import type { Millis } from '@gcscope/gc-core/wire';

/** Simulated time since the start, in seconds: `30 s`, `0.5 s`. */
export function simulatedTime(at: Millis): string {
  return `${Number((at / 1000).toFixed(1))} s`;
}
