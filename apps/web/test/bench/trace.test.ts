import { describe, expect, it } from 'vitest';
import { dispatches, percentile, scriptPerFrame, type TraceEvent } from '../../bench/trace.ts';

/** An event of the page's thread; times in milliseconds. */
function event(name: string, at: number, millis = 0, more: Partial<TraceEvent> = {}): TraceEvent {
  return { name, ph: 'X', pid: 1, tid: 1, ts: at * 1000, dur: millis * 1000, ...more };
}

const FRAMES = [0, 16, 32].map((at) => event('BeginMainThreadFrame', at));

describe('the trace of a browser', () => {
  it('gives the script of each frame, what runs within other scripts once', () => {
    const events = [
      event('FireAnimationFrame', 1, 5),
      event('FunctionCall', 2, 3),
      event('RunMicrotasks', 7, 1),
      event('Commit', 9, 4),
      event('EventDispatch', 17, 2),
      // A tool may write down what ends first before what it is in.
      ...FRAMES,
    ];
    expect(scriptPerFrame(events)).toEqual([6, 2, 0]);
  });

  it('leaves out other threads, and what ran before the first frame', () => {
    const events = [
      event('FunctionCall', -2, 1),
      ...FRAMES,
      event('FunctionCall', 1, 9, { tid: 2 }),
      event('BeginMainThreadFrame', 1, 0, { tid: 2 }),
    ];
    expect(scriptPerFrame(events)).toEqual([0, 0, 0]);
  });

  it('counts what the thread had a processor for', () => {
    const events = [
      ...FRAMES,
      event('FunctionCall', 1, 9, { tdur: 4000 }),
      event('EventDispatch', 17, 9, { tdur: 3000, args: { data: { type: 'mousemove' } } }),
    ];
    expect(scriptPerFrame(events)).toEqual([4, 3, 0]);
    expect(dispatches(events, 'mousemove')).toEqual([3]);
  });

  it('gives how long each event of a type took', () => {
    const move = { args: { data: { type: 'mousemove' } } };
    const up = { args: { data: { type: 'mouseup' } } };
    const events = [
      ...FRAMES,
      event('EventDispatch', 1, 2, move),
      event('EventDispatch', 4, 9, up),
      event('EventDispatch', 17, 3, move),
    ];
    expect(dispatches(events, 'mousemove')).toEqual([2, 3]);
  });

  it('finds a percentile', () => {
    const numbers = Array.from({ length: 200 }, (_, at) => 200 - at);
    expect(percentile(numbers, 0.5)).toBe(100);
    expect(percentile(numbers, 0.99)).toBe(198);
    expect(percentile([7], 0.95)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});
