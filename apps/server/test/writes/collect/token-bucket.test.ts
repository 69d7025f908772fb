import { describe, expect, it } from 'vitest';
import { TokenBucket } from '../../../src/writes/collect/token-bucket.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

describe('the limit on requests', () => {
  it('lets the burst pass at once, and then so many a second, in the order of asking (CF-05)', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket(clock, 40, 30);
    const { signal } = new AbortController();
    const passed: number[] = [];
    for (let each = 0; each < 100; each++) void bucket.take(signal).then(() => passed.push(each));
    await turns();
    expect(passed.length).toBe(30);
    clock.advance(1000);
    await turns();
    expect(passed.length).toBe(70);
    expect(passed).toEqual([...passed].sort((a, b) => a - b));
  });

  it('saves no more than the burst', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket(clock, 10, 2);
    const { signal } = new AbortController();
    clock.advance(60_000);
    let passed = 0;
    for (let each = 0; each < 10; each++) void bucket.take(signal).then(() => passed++);
    await turns();
    expect(passed).toBe(2);
  });

  it('of 0 a second is none', async () => {
    const bucket = new TokenBucket(new ManualClock(), 0, 0);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 1000 }, () => bucket.take(signal)));
  });
});
