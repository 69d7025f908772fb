import { describe, expect, it } from 'vitest';
import { inTurns } from '../../src/in-turns.ts';

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
    setImmediate(() => controller.abort());
    expect(await inTurns(slowSteps(done), controller.signal)).toBe(false);
    expect(done).toEqual(['one']);
  });
});
