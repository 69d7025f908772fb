import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** Asks for a sign of life again and again; `slowest` ends that, with the longest time in milliseconds. */
export function signsOfLife(url: string): { slowest(): Promise<number> } {
  let isOver = false;
  let slowest = 0;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      if (!(await fetch(`${url}/livez`)).ok) throw new Error('/livez is not ok.');
      slowest = Math.max(slowest, performance.now() - began);
      await wait(5);
    }
  })();
  // A caller that asks for the slowest gets the failure; where another one came first, no one asks.
  asking.catch(() => undefined);
  return {
    slowest: async () => {
      isOver = true;
      await asking;
      return Math.round(slowest);
    },
  };
}
