import type { DeletionState } from '../../wire/terminating.ts';
import { ageOf, type DeletionFacts, PATIENCE } from '../deletion-facts.ts';
import { finalizerOwner } from '../known-finalizers.ts';
import type { RootCause } from './root-cause.ts';

/** Whether a cause can be waited out: it depends on who has to act, and on how long they have had. */
export function stateOfCause(cause: RootCause, facts: DeletionFacts): DeletionState {
  const { age, overdue = 0 } = ageOf(cause.object, facts.now);
  const isLate = age >= (facts.patience ?? PATIENCE);
  switch (cause.type) {
    case 'finalizer': {
      const isGone = finalizerOwner(cause.finalizer, facts.groups).handled === 'no';
      return isGone || isLate ? 'blocked' : 'slow';
    }
    case 'spec-finalizer':
      return isLate ? 'blocked' : 'slow';
    case 'kubelet':
      return overdue >= PATIENCE ? 'blocked' : 'slow';
    case 'kind':
      return isWebhookFault(cause.health.message) ? 'blocked' : 'unknown';
    case 'namespace-controller':
      return isLate ? 'blocked' : 'unknown';
    case 'restart':
    case 'work':
      return isLate ? 'unknown' : 'slow';
    default:
      return 'blocked';
  }
}

const RANK: Readonly<Record<DeletionState, number>> = { blocked: 0, unknown: 3, slow: 6 };

/** The worst first; of equal ones what somebody has to remove before what ends by itself. */
export function rankOf(cause: RootCause, facts: DeletionFacts): number {
  const byItself =
    cause.type === 'work' || cause.type === 'restart' ? 2 : cause.type === 'kubelet' ? 1 : 0;
  return RANK[stateOfCause(cause, facts)] + byItself;
}

/** Whether what a server answered speaks of a webhook. */
export function isWebhookFault(message = ''): boolean {
  return /webhook/i.test(message);
}

/** Whether a cause is told of in the verdict: neither time alone nor the collector's own work. */
export function isTold(cause: RootCause, facts: DeletionFacts): boolean {
  const { type } = cause;
  const passes = type === 'work' || type === 'kubelet' || type === 'restart';
  return !passes || stateOfCause(cause, facts) === 'blocked';
}
