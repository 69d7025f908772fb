import type { Millis } from '@gcscope/gc-core';

/**
 * A controller of the embedded cluster. It acts through the API like any user, keeps no state that it can read there,
 * and reconciles again after every change of what it watches.
 */
export interface Controller {
  /** The group-resources whose changes concern it, as `apps/deployments`. */
  readonly watches: readonly string[];
  /** Moves the cluster towards the desired state; returns when to reconcile again if nothing changes before. */
  reconcile(now: Millis): Millis | undefined;
}

/** The earliest of several times; `undefined` is never. */
export function earliest(times: readonly (Millis | undefined)[]): Millis | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
