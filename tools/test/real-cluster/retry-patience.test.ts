import { describe, expect, it } from 'vitest';
import { retryPatience } from '../../real-cluster/src/differential/retry-patience.ts';

describe('retryPatience', () => {
  it('[QU-03] outlasts the delay of a child that has been retried for as long as its collector runs', () => {
    let retriedAt = 0;
    for (let failures = 0; failures < 30; failures++) {
      const delay = Math.min(5 * 2 ** failures, 1_000_000);
      expect(retryPatience(retriedAt)).toBeGreaterThan(delay);
      retriedAt += delay;
    }
  });
});
