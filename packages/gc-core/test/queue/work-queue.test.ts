import { describe, expect, it } from 'vitest';
import { WorkQueue } from '../../src/queue/work-queue.ts';

interface Item {
  readonly name: string;
}

const [a, b, c]: [Item, Item, Item] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

function queueAt(): { queue: WorkQueue<Item>; clock: { now: number } } {
  const clock = { now: 0 };
  return { queue: new WorkQueue<Item>(() => clock.now), clock };
}

describe('WorkQueue', () => {
  it('[QU-02] first in, first out, each item once and in its place', () => {
    const { queue } = queueAt();
    for (const item of [a, b, a, c, b]) queue.add(item);
    expect(queue.items()).toEqual([a, b, c]);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([a, b, c, undefined]);
  });

  it('[QU-02] brings forward what waits, counts it once, and nothing else', () => {
    const { queue } = queueAt();
    for (const item of [a, b, c]) queue.add(item);
    expect(queue.bringForward(c)).toBe(true);
    expect(queue.items()).toEqual([c, a, b]);
    expect(queue.counts.adds).toBe(3);
    expect(queue.bringForward({ name: 'a' })).toBe(false);
  });

  it('[QU-02] items are told apart by identity, not by content', () => {
    const { queue } = queueAt();
    queue.add({ name: 'a' });
    queue.add({ name: 'a' });
    expect(queue.size).toBe(2);
  });

  it('[QU-02] an item added while it is worked on waits again when the worker is done', () => {
    const { queue } = queueAt();
    queue.add(a);
    queue.take();
    queue.add(a);
    queue.add(b);
    expect(queue.items()).toEqual([b]);
    queue.done(a);
    expect(queue.items()).toEqual([b, a]);
    queue.take();
    queue.done(b);
    expect(queue.items()).toEqual([a]);
  });

  it('an item can be put in front; one that waits stays where it is', () => {
    const { queue } = queueAt();
    queue.add(a);
    queue.add(b, 'front');
    queue.add(a, 'front');
    expect(queue.items()).toEqual([b, a]);
  });

  it('[QU-02] keeps its order whatever is taken, dropped and added between', () => {
    const { queue } = queueAt();
    for (const item of [a, b, c]) queue.add(item);
    expect(queue.take()).toBe(a);
    queue.done(a);
    queue.drop(b);
    queue.add(a);
    queue.add(b);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([c, a, b, undefined]);
    queue.done(c);
    queue.add(c);
    expect(queue.take()).toBe(c);
  });

  it('[QU-03] [QU-04] what is dropped is not due any more, and its failures are forgotten', () => {
    const { queue, clock } = queueAt();
    queue.addRateLimited(a);
    queue.addRateLimited(a);
    queue.drop(a);
    clock.now = 1000;
    queue.releaseDue();
    expect(queue.size).toBe(0);
    queue.addRateLimited(a);
    expect(queue.delayed()).toEqual([{ item: a, due: 1005 }]);
  });

  it('[QU-03] a rate-limited item waits until it is due', () => {
    const { queue, clock } = queueAt();
    queue.addRateLimited(a);
    expect(queue.delayed()).toEqual([{ item: a, due: 5 }]);
    clock.now = 4;
    queue.releaseDue();
    expect(queue.size).toBe(0);
    clock.now = 5;
    queue.releaseDue();
    expect(queue.items()).toEqual([a]);
    expect(queue.delayed()).toEqual([]);
  });

  it('[QU-03] an item delayed twice keeps the earlier time', () => {
    const { queue } = queueAt();
    queue.addRateLimited(a);
    queue.addRateLimited(a);
    expect(queue.delayed()).toEqual([{ item: a, due: 5 }]);
  });

  it('[QU-03] due items come in the order of their times', () => {
    const { queue, clock } = queueAt();
    queue.addRateLimited(a);
    queue.release(a);
    queue.addRateLimited(a);
    queue.addRateLimited(b);
    clock.now = 100;
    queue.take();
    queue.done(a);
    queue.releaseDue();
    expect(queue.items()).toEqual([b, a]);
  });

  it('[QU-04] forgetting makes the next delay the first again', () => {
    const { queue } = queueAt();
    queue.addRateLimited(a);
    queue.release(a);
    queue.forget(a);
    queue.addRateLimited(a);
    expect(queue.delayed()).toEqual([{ item: a, due: 5 }]);
  });
});
