import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from '../../src/base/concurrency-limiter.ts';
import { Backoff } from '../../src/cluster/reflect/backoff.ts';

describe('backoff and concurrency limiter', () => {
  it('doubles from 800 ms to 30 s and starts anew after two calm minutes', () => {
    const backoff = new Backoff(() => 0);
    let now = 1_000_000;
    const waits = Array.from({ length: 8 }, () => {
      const wait = backoff.next(now);
      now += wait;
      return wait;
    });
    expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    expect(backoff.next(now + 119_000)).toBe(30_000);
    expect(backoff.next(now + 119_000 + 30_000 + 120_001)).toBe(800);
  });

  it('spreads waits over up to twice their length', () => {
    expect(new Backoff(() => 0.999).next(0)).toBeCloseTo(1599.2);
  });

  it('lets lists run in the order of asking', async () => {
    const limiter = new ConcurrencyLimiter(1);
    const order: number[] = [];
    const first = await limiter.take();
    const others = [1, 2, 3].map(async (number) => {
      const giveBack = await limiter.take();
      order.push(number);
      giveBack();
    });
    first();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
  });
});
