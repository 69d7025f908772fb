import { describe, expect, it } from 'vitest';
import { Backoff } from '../../src/cluster/backoff.ts';
import { ListSlots } from '../../src/cluster/list-slots.ts';

describe('backoff and list slots', () => {
  it('[fault 8] doubles from 800 ms to 30 s and starts anew after two calm minutes', () => {
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

  it('[fault 7] halves the lists at once after a refusal and widens one by one', async () => {
    const slots = new ListSlots(4);
    slots.halve();
    slots.halve();
    slots.halve();
    const giveBack = await slots.take();
    let second = false;
    const waiting = slots.take().then(() => {
      second = true;
    });
    await Promise.resolve();
    expect(second).toBe(false);
    slots.widen();
    await waiting;
    expect(second).toBe(true);
    giveBack();
  });

  it('gives slots out in the order of asking', async () => {
    const slots = new ListSlots(1);
    const order: number[] = [];
    const first = await slots.take();
    const others = [1, 2, 3].map(async (number) => {
      const giveBack = await slots.take();
      order.push(number);
      giveBack();
    });
    first();
    await Promise.all(others);
    expect(order).toEqual([1, 2, 3]);
  });
});
