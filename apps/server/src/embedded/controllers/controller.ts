import type { Millis } from '@gcscope/gc-core';

/**
 * An actor of the embedded cluster beside its collector. It acts through the API like any user, remembers nothing
 * that it can read, and is asked again after every change of what it watches.
 */
export interface Controller {
  /** The group-resources whose changes concern it, as `apps/deployments`. */
  readonly watches: readonly string[];
  /** Brings the world nearer to what is wanted; answers when it wants to be asked again though nothing changes. */
  reconcile(now: Millis): Millis | undefined;
}

/** The earliest of several times; `undefined` is never. */
export function earliest(times: readonly (Millis | undefined)[]): Millis | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
