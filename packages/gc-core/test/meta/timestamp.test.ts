import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimestamp, parseTimestamp } from '../../src/meta/object-meta.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('timestamps', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2000-02-29T23:59:59Z', 951_868_799_000],
    ['2026-01-01T00:00:30Z', 1_767_225_630_000],
    ['2100-03-01T00:00:00Z', 4_107_542_400_000],
    ['1969-12-31T23:59:59Z', -1000],
  ])('%s is read and written', (text, millis) => {
    expect(parseTimestamp(text)).toBe(millis);
    expect(formatTimestamp(millis)).toBe(text);
  });

  it('offsets and fractions are read', () => {
    expect(parseTimestamp('2026-01-01T02:00:30+02:00')).toBe(1_767_225_630_000);
    expect(parseTimestamp('2025-12-31T19:00:30-05:00')).toBe(1_767_225_630_000);
    expect(parseTimestamp('2026-01-01T00:00:30.250Z')).toBe(1_767_225_630_250);
  });

  it('fractions are cut when written', () => {
    expect(formatTimestamp(1_767_225_630_999)).toBe('2026-01-01T00:00:30Z');
  });

  it.each([
    '',
    'now',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-1-1T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+01:60',
  ])('%j is none', (text) => expect(parseTimestamp(text)).toBeUndefined());

  it('agrees with the calendar of JavaScript', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000_000_000, max: 250_000_000_000 }), (seconds) => {
        const text = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
        expect(formatTimestamp(seconds * 1000)).toBe(text);
        expect(parseTimestamp(text)).toBe(seconds * 1000);
      }),
      propertyRuns(),
    );
  });
});
