import {
  formatTimestamp,
  type NodeRecord,
  parseTimestamp,
  type Timestamp,
} from '@gcscope/gc-core/wire';

/** Time of the request for deletion, if any: `deletionTimestamp` is the end of the grace period. */
export function deletionBegan({
  deletionTimestamp,
  deletionGracePeriodSeconds = 0,
}: NodeRecord): Timestamp | undefined {
  const end = deletionTimestamp === undefined ? undefined : parseTimestamp(deletionTimestamp);
  return end === undefined ? undefined : formatTimestamp(end - 1000 * deletionGracePeriodSeconds);
}
