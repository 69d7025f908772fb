import type { NodeRecord } from '@gcscope/gc-core/wire';

/** Whether a dependent of an object that is gone has yet to follow it: the collector deletes it next, or its deletion is under way. */
export function isGoing({ summary, beingDeleted }: NodeRecord): boolean {
  return beingDeleted || summary?.verdict === 'goes';
}
