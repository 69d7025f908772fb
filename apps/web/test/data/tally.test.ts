import { describe, expect, it } from 'vitest';
import { formatNone, formatPart, formatTally } from '../../src/data/tally.ts';

const CLUSTER = { objects: 12_431, neverSeen: 3 };
const SEEN = { objects: 1, neverSeen: 0 };

describe('the words of a tally', () => {
  it('count owners that were never seen beside the objects, where there are any', () => {
    expect(formatTally(CLUSTER)).toBe('12,431 objects and 3 owners that were never seen');
    expect(formatTally(SEEN)).toBe('1 object');
    expect(formatNone(CLUSTER)).toBe('None of the 12,431 objects matches the filters.');
    expect(formatNone(SEEN)).toBe('The only object does not match the filters.');
    expect(formatPart(SEEN, SEEN)).toBe('1 of 1 object');
    expect(formatPart(SEEN, CLUSTER)).toBe('1 of 12,431 objects');
    expect(formatPart({ objects: 0, neverSeen: 1 }, { objects: 2, neverSeen: 1 })).toBe(
      '0 of 2 objects and 1 of 1 owner that was never seen',
    );
  });
});
