import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../src/queue/rate-limiter.ts';

describe('RateLimiter', () => {
  it('[QU-03] doubles the delay of an item with each failure, up to 1000 s', () => {
    const limiter = new RateLimiter<string>();
    // Calls an hour apart: the shared bucket is always full.
    const delays = Array.from({ length: 20 }, (_, call) => limiter.when('a', call * 3_600_000));
    expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
    expect(delays.slice(16)).toEqual([327_680, 655_360, 1_000_000, 1_000_000]);
  });

  it('[QU-03] counts each item for itself', () => {
    const limiter = new RateLimiter<string>();
    limiter.when('a', 0);
    expect(limiter.when('b', 0)).toBe(5);
  });

  it('[QU-03] lets a hundred through at once, then ten a second', () => {
    const limiter = new RateLimiter<number>();
    const delays = Array.from({ length: 103 }, (_, item) => limiter.when(item, 0));
    expect(delays.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 5));
    expect(delays.slice(100)).toEqual([100, 200, 300]);
    // A second later ten tokens are back; three of them are spoken for.
    const later = Array.from({ length: 9 }, (_, item) => limiter.when(1000 + item, 1000));
    expect(later).toEqual([5, 5, 5, 5, 5, 5, 5, 100, 200]);
  });

  it('[QU-04] forgets the failures of an item', () => {
    const limiter = new RateLimiter<string>();
    limiter.when('a', 0);
    limiter.when('a', 0);
    limiter.forget('a');
    expect(limiter.when('a', 0)).toBe(5);
  });
});
