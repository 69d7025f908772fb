import { describe, expect, it } from 'vitest';
import { inTurns, takenInTurns } from '../../src/base/in-turns.ts';

/** Each step takes longer than a turn. */
function* slowSteps(done: string[]): Generator<void> {
  for (const step of ['one', 'two', 'three']) {
    for (const began = performance.now(); performance.now() - began < 10; );
    done.push(step);
    yield;
  }
}

describe('work in turns', () => {
  it('lets others run between its steps', async () => {
    const done: string[] = [];
    setImmediate(() => done.push('another'));
    expect(await inTurns(slowSteps(done), new AbortController().signal)).toBe(true);
    expect(done).toEqual(['one', 'another', 'two', 'three']);
  });

  it('ends after the step in which it was given up', async () => {
    const done: string[] = [];
    const controller = new AbortController();
    function* steps(): Generator<void> {
      for (const _ of slowSteps(done)) {
        controller.abort();
        yield;
      }
    }
    expect(await inTurns(steps(), controller.signal)).toBe(false);
    expect(done).toEqual(['one']);
  });

  it('does not begin when it was given up while it waited', async () => {
    const done: string[] = [];
    const first = inTurns(slowSteps([]), new AbortController().signal);
    const controller = new AbortController();
    const second = inTurns(slowSteps(done), controller.signal);
    controller.abort();
    expect(await second).toBe(false);
    await first;
    expect(done).toEqual([]);
  });

  it('takes from several streams no more in a turn than from one', async () => {
    const done: string[] = [];
    async function* items(name: string): AsyncGenerator<string> {
      for (const item of [1, 2, 3]) yield `${name}${item}`;
    }
    const take = async (name: string): Promise<void> => {
      for await (const item of takenInTurns(items(name))) {
        for (const began = performance.now(); performance.now() - began < 10; );
        done.push(item);
      }
    };
    const streams = Promise.all([take('a'), take('b')]);
    let isOver = false;
    const eachTurn = (): void => {
      done.push('|');
      if (!isOver) setImmediate(eachTurn);
    };
    setImmediate(eachTurn);
    await streams;
    isOver = true;
    // Both begin before either has taken time.
    expect(done.join('')).toMatch(/^a1\|*b1\|*a2\|+b2\|+a3\|+b3/);
  });
});
