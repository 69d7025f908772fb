import { getHeapStatistics } from 'node:v8';
import type { GraphChange } from '@gcscope/gc-core';

/** What an object may cost while lists are read, in bytes. */
const BYTES_PER_OBJECT = 1600;

/** How many objects this process has room for. */
export function defaultObjectLimit(): number {
  return Math.floor(getHeapStatistics().heap_size_limit / BYTES_PER_OBJECT);
}

/** Counts the objects of all kinds against the most that are kept. */
export class ObjectLimit {
  readonly most: number;
  #objects = 0;

  constructor(most: number) {
    this.most = most;
  }

  /** Whether there are more than that. */
  get isExceeded(): boolean {
    return this.#objects > this.most;
  }

  count(batch: readonly GraphChange[]): void {
    for (const { type } of batch) {
      if (type === 'ADDED') this.#objects++;
      else if (type === 'DELETED') this.#objects--;
    }
  }
}
