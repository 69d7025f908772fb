import { type Clock, systemClock } from '../clock.ts';

/** Time that never jumps: retries, limits and leases do not depend on what the machine takes for the time of day. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  setTimeout: systemClock.setTimeout,
};
