import { expect, it } from 'vitest';
import { watchForJumps } from '../../src/cluster/monitors/clock-jumps.ts';
import { ManualClock } from '../support/manual-clock.ts';

it('tells of a suspend and of a clock that is set, but not of a process that stood still for some seconds', () => {
  const clock = new ManualClock();
  const jumps: number[] = [];
  const stopping = new AbortController();
  watchForJumps(clock, (by) => jumps.push(by), stopping.signal);
  for (const by of [0, 12_000, 240_000, -3_600_000]) {
    clock.jump(by);
    clock.advance(5_000);
  }
  expect(jumps).toEqual([240_000, -3_600_000]);
  stopping.abort();
  expect(clock.delays).toEqual([]);
});
