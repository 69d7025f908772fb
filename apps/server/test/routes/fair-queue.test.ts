import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/routes/fair-queue.ts';

/** A queue, and who went or was refused, in order. */
function queueOf(places: number) {
  const queue = new FairQueue(places);
  const went: string[] = [];
  const refused: string[] = [];
  const join = (...names: readonly string[]): void => {
    for (const name of names) {
      const [sender] = name;
      queue.join(sender, { go: () => went.push(name), refuse: () => refused.push(name) });
    }
  };
  const run = (): void => {
    for (let waiting = queue.next(); waiting; waiting = queue.next()) waiting.go();
  };
  return { queue, went, refused, join, run };
}

describe('a fair queue', () => {
  it('lets senders take turns, each in the order of its own', () => {
    const { join, run, went, queue } = queueOf(9);
    join('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
    expect(queue.size).toBe(6);
    run();
    expect(went).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('refuses the last of the longest line when it is full', () => {
    const { join, run, went, refused } = queueOf(4);
    join('a1', 'a2', 'a3', 'a4', 'a5');
    expect(refused).toEqual(['a5']);
    join('b1', 'b2');
    expect(refused).toEqual(['a5', 'a4', 'a3']);
    // Both lines are as long: the newcomer is.
    join('b3', 'c1');
    expect(refused).toEqual(['a5', 'a4', 'a3', 'b3', 'a2']);
    run();
    expect(went).toEqual(['a1', 'b1', 'c1', 'b2']);
  });

  it('of many senders refuses the one too many', () => {
    const { join, refused } = queueOf(2);
    join('a1', 'b1', 'c1');
    expect(refused).toEqual(['c1']);
  });
});
