import { expect, it } from 'vitest';
import { Throttle } from '../../src/live/throttle.ts';
import { ManualClock } from '../support/manual-clock.ts';

it('goes on when the clock of the machine is set back', () => {
  const clock = new ManualClock();
  let runs = 0;
  const throttle = new Throttle(clock, () => runs++);
  throttle.schedule();
  clock.advance(100);
  clock.jump(-3_600_000);
  throttle.schedule();
  clock.advance(100);
  expect(runs).toBe(2);
});

it('does not wait longer for what is asked for meanwhile', () => {
  const clock = new ManualClock();
  let runs = 0;
  const throttle = new Throttle(clock, () => runs++);
  throttle.scheduleIn(1000);
  throttle.schedule();
  clock.advance(15);
  expect(runs).toBe(1);
  clock.advance(1000);
  expect(runs).toBe(1);
});
