import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../src/embedded/controllers/schedule.ts';

function next(schedule: string, after: string): string | undefined {
  const time = parseSchedule(schedule)?.next(Date.parse(after));
  return time === undefined ? undefined : new Date(time).toISOString();
}

describe('parseSchedule', () => {
  it.each([
    ['* * * * *', '2026-11-21T14:00:03Z', '2026-11-21T14:01:00.000Z'],
    ['* * * * *', '2026-11-21T14:00:00Z', '2026-11-21T14:01:00.000Z'],
    ['*/15 * * * *', '2026-11-21T14:16:00Z', '2026-11-21T14:30:00.000Z'],
    ['0 3 * * *', '2026-11-21T14:00:00Z', '2026-11-22T03:00:00.000Z'],
    ['30 8-10,20 * * *', '2026-11-21T10:31:00Z', '2026-11-21T20:30:00.000Z'],
    ['0 0 * * 1', '2026-11-21T14:00:00Z', '2026-11-23T00:00:00.000Z'],
    ['0 0 * * 7', '2026-11-21T14:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['0 0 1 * 1', '2026-11-24T00:00:00Z', '2026-11-30T00:00:00.000Z'],
    ['@yearly', '2026-11-21T14:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['@every 25s', '2026-11-21T14:00:03Z', '2026-11-21T14:00:28.000Z'],
    ['@every 1h30m', '2026-11-21T14:00:00Z', '2026-11-21T15:30:00.000Z'],
  ])('%s after %s is %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected);
  });

  it.each(['', '* * * *', '60 * * * *', '* * * * * *', '*/0 * * * *', 'x', '@every', '@every 0s'])(
    'does not take %j for a schedule',
    (schedule) => {
      expect(parseSchedule(schedule)).toBeUndefined();
    },
  );

  it('knows that the 30th of February does not come', () => {
    expect(next('0 0 30 2 *', '2026-11-21T14:00:00Z')).toBeUndefined();
  });
});
