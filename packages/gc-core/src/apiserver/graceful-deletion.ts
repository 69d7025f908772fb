import type { ApiObject, Millis, Seconds } from '../meta/object-meta.ts';
import { formatTimestamp, parseTimestamp } from '../meta/object-meta.ts';
import type { DeleteOptions } from '../meta/propagation-policy.ts';
import type { ReleaseProfile } from '../meta/releases.ts';
import { field, isJsonMap } from './json-value.ts';

/** The effect of the grace period on a DELETE (API-32). */
export type GracePlan =
  /** No grace period is in the way: removal or finalizers go on. */
  | { readonly type: 'none' }
  /** A grace period runs and is not shortened: nothing changes. */
  | { readonly type: 'pending' }
  | {
      readonly type: 'graceful';
      readonly deletionTimestamp: string;
      readonly gracePeriodSeconds: Seconds;
    };

/** The grace period of a Pod that has none in its spec. */
const DEFAULT_GRACE: Seconds = 30;

/** Returns the effect of the grace period on a DELETE at `now`, for a kind with grace (API-50..55). */
export function planGracefulDeletion(
  object: ApiObject,
  options: DeleteOptions,
  now: Millis,
  { shortenedGraceEndsNow }: ReleaseProfile,
): GracePlan {
  const { deletionTimestamp, deletionGracePeriodSeconds: running } = object.metadata;
  if (deletionTimestamp === undefined) {
    return graceful(now, firstGracePeriod(object, options));
  }
  if (running === undefined || running === 0) return { type: 'none' };
  if (options.gracePeriodSeconds === undefined) return { type: 'pending' };
  const wanted = nonNegative(options.gracePeriodSeconds);
  const stored = nonNegative(running);
  if (wanted >= stored) return { type: 'pending' };
  const askedAt = (parseTimestamp(deletionTimestamp) ?? now) - duration(stored);
  const isOver = askedAt + duration(wanted) < now;
  if (!isOver || !shortenedGraceEndsNow) return graceful(askedAt, wanted);
  return {
    type: 'graceful',
    deletionTimestamp: formatTimestamp(now),
    gracePeriodSeconds: wanted === 0 ? 0 : 1,
  };
}

/** The grace that was asked for, else the Pod's own, else 30 s (API-50). */
function firstGracePeriod(object: ApiObject, options: DeleteOptions): Seconds {
  const spec = isJsonMap(object.spec) ? object.spec : {};
  const status = isJsonMap(object.status) ? object.status : {};
  const nodeName = field(spec, 'nodeName');
  const phase = field(status, 'phase');
  if (typeof nodeName !== 'string' || nodeName === '') return 0;
  if (phase === 'Failed' || phase === 'Succeeded') return 0;
  const own = field(spec, 'terminationGracePeriodSeconds');
  return nonNegative(options.gracePeriodSeconds ?? (typeof own === 'number' ? own : DEFAULT_GRACE));
}

function graceful(from: Millis, grace: Seconds): GracePlan {
  return {
    type: 'graceful',
    deletionTimestamp: formatTimestamp(from + duration(grace)),
    gracePeriodSeconds: grace,
  };
}

/** The server counts in 64 bits of nanoseconds: more than 292 years come round again. */
function duration(seconds: Seconds): Millis {
  if (seconds < 1e9) return seconds * 1000;
  return Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000n);
}

/** A negative grace counts as one second (API-07). */
function nonNegative(grace: Seconds): Seconds {
  return grace < 0 ? 1 : grace;
}
