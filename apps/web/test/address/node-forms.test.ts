import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoment, momentOf } from '../../src/address/node-forms.ts';
import { formatViewSearch, parseViewSearch } from '../../src/address/view-search.ts';
import { NO_FILTER } from '../../src/data/selection.ts';

describe('the address of a node', () => {
  it('names what is changed, the moment and the run', () => {
    const query = formatViewSearch({
      settings: { 'containers.maxPerPodContainer': '2', 'images.minAge': '5m' },
      fill: 92,
      moment: 300_000,
      run: { collect: 'images', at: 300_000 },
      after: 1,
      step: 3,
    });
    expect(query).toBe(
      '?step=3&set=containers.maxPerPodContainer%3A2,images.minAge%3A5m&fill=92&after=1&in=5m&run=images%405m',
    );
  });

  it('says what it does not understand and leaves it out', () => {
    const { faults, ...rest } = parseViewSearch(
      '?set=nonsense,a:&fill=101&in=soon&run=images&run2=x&after=-1',
    );
    expect(rest).toEqual({ ...NO_FILTER, unknown: ['run2'] });
    expect(faults).toEqual([
      expect.stringContaining('“set=nonsense” is not valid'),
      expect.stringContaining('“set=a:” is not valid'),
      '“fill=101” is not valid: expected a number from 0 to 100.',
      '“after=-1” is not valid: expected a number from 0 to 10000.',
      '“in=soon” is not valid: expected a duration of up to 1d, such as in=5m.',
      '“run=images” is not valid: expected a run, such as run=containers@0s.',
    ]);
  });

  it('keys of an address are texts, whatever they are called', () => {
    const { settings } = parseViewSearch('?set=constructor:1,__proto__:2');
    expect(settings).toEqual({ constructor: '1' });
    expect(({} as Record<string, unknown>)[1]).toBeUndefined();
  });

  it('reads every moment of a day as it wrote it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400_000 }), (moment) => {
        expect(momentOf(formatMoment(moment))).toBe(moment);
      }),
    );
    expect(['', 'x', '5', '2d', '-5m', '1h1h', '5m '].map(momentOf)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
  });
});
