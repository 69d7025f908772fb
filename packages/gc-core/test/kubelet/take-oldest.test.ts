import { describe, expect, it } from 'vitest';
import { newestFirst, ranksOf, takeOldest } from '../../src/kubelet/take-oldest.ts';

function aged(id: string, createdAt: bigint, attempt = 0) {
  return { id, createdAt, attempt };
}

const items = [aged('b', 5n, 1), aged('a', 5n, 2), aged('old', 1n), aged('new', 9n), aged('c', 5n)];

function idsOf(list: readonly { readonly id: string }[]): string[] {
  return list.map(({ id }) => id);
}

describe('the oldest', () => {
  it('[C-11] the newest first; of one age the higher attempt, then the higher id', () => {
    expect(idsOf(newestFirst(items))).toEqual(['new', 'a', 'b', 'c', 'old']);
    const same = ['a', 'c', 'b', 'd'].map((id) => aged(id, 5n));
    expect(idsOf(newestFirst(same))).toEqual(['d', 'c', 'b', 'a']);
    expect(idsOf(newestFirst(same.toReversed()))).toEqual(['d', 'c', 'b', 'a']);
  });

  it('[C-11] what is of one age has one rank, and so has all whose order is open', () => {
    expect(ranksOf(takeOldest(items, 0, true), 10)).toEqual([10, 11, 11, 11, 14]);
    expect(ranksOf(takeOldest(items, 0, false), 10)).toEqual([10, 10, 10, 10, 10]);
    expect(takeOldest(items.slice(0, 1), 0, false).isOpen).toBe(false);
  });
});
