import { describe, expect, it } from 'vitest';
import { countedWays } from '../../src/wire/describe-ways.ts';
import type { PolicyForecast } from '../../src/wire/forecast.ts';
import { forecastOf } from '../support/forecasts.ts';
import { objectOf } from '../support/simulate.ts';

const FORECASTS = forecastOf([objectOf('alone')], ['alone']).policies;

/** `2 deleted, 1 of them later`, of so many that are deleted at once and later. */
function counted(atOnce: number, later: number, more: Partial<PolicyForecast> = {}): string[] {
  return FORECASTS.slice(0, 1).map((forecast) => {
    const deleted = forecast.deleted.flatMap((line) => [
      ...Array<typeof line>(atOnce).fill(line),
      ...Array<typeof line>(later).fill({ ...line, after: { type: 'kubelet', rule: 'API-51' } }),
    ]);
    const counts = countedWays({ ...forecast, ...more, deleted });
    return counts.map(({ count, word }) => `${count} ${word}`).join(', ');
  });
}

describe('the numbers of a forecast', () => {
  it.each([
    [3, 0, '3 deleted'],
    [1, 1, '2 deleted, 1 of them later'],
    [0, 92, '92 deleted, all of them later'],
    [0, 1, '1 deleted later'],
    [1200, 34, '1,234 deleted, 34 of them later'],
    [0, 0, ''],
  ])('%i at once and %i later', (atOnce, later, text) => {
    expect(counted(atOnce, later)).toEqual([text]);
  });

  it('stand in the order of the ways, but what is blocked first', () => {
    const [object] = FORECASTS.slice(0, 1).flatMap(({ deleted }) => deleted);
    if (!object) throw new Error('Nothing is deleted.');
    const by = { type: 'finalizer', finalizers: ['e.com/x'], removedBy: 'its operator' } as const;
    const blocked = [{ ...object, terminating: true, by }];
    expect(counted(1, 0, { orphaned: [object], blocked })).toEqual([
      '1 blocked, 1 deleted, 1 orphaned',
    ]);
    // What waits for it is not in Terminating.
    const behind = {
      ...object,
      terminating: false,
      by: { type: 'object', object: object.object },
    } as const;
    expect(counted(1, 0, { blocked: [...blocked, behind, behind] })).toEqual([
      '1 blocked, 1 deleted, 2 not deleted yet',
    ]);
  });
});
