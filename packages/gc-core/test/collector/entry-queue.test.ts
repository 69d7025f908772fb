import { describe, expect, it } from 'vitest';
import { EntryQueue } from '../../src/collector/entry-queue.ts';

describe('EntryQueue', () => {
  it('[PG-01] counts each add and each retry, and lets nothing fall together', () => {
    const queue = new EntryQueue<string>(() => 0);
    queue.add('a');
    queue.add('a');
    const entry = queue.takeEntry();
    if (entry) queue.retry(entry);
    expect(queue.items()).toEqual(['a', 'a']);
    expect(queue.counts).toEqual({ adds: 2, retries: 1 });
  });

  it('[PG-01] drops every entry of an item', () => {
    const queue = new EntryQueue<string>(() => 0);
    for (const item of ['a', 'b', 'a']) queue.add(item);
    queue.drop('a');
    expect(queue.items()).toEqual(['b']);
  });

  it('[PG-01] brings the first entry of an item forward, and says whether there was one', () => {
    const queue = new EntryQueue<string>(() => 0);
    for (const item of ['a', 'b', 'c', 'b']) queue.add(item);
    expect(queue.bringForward('b')).toBe(true);
    expect(queue.items()).toEqual(['b', 'a', 'c', 'b']);
    expect(queue.bringForward('b')).toBe(true);
    expect(queue.bringForward('x')).toBe(false);
    expect(queue.items()).toEqual(['b', 'a', 'c', 'b']);
  });
});
