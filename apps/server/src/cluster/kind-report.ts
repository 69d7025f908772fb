import type { KindState, Millis } from '@gcscope/gc-core/wire';
import type { ApiFailure } from './api-answer.ts';

/** How a kind stands. */
export interface KindReport {
  readonly state: KindState;
  readonly message?: string | undefined;
  /** Of a stale kind: when it was last known to be right. */
  readonly since?: Millis | undefined;
  /** The one namespace that is read. */
  readonly namespace?: string | undefined;
}

/** Of a list that never ends. */
export const OVERDUE: ApiFailure = {
  type: 'unreadable',
  message: 'the list was not complete after five minutes',
};

/** Why a kind that is read in one namespace is not read in the others. */
export function onlyIn(namespace: string): string {
  return `Only the namespace ${namespace} is read, because you may not list this kind in all namespaces.`;
}
