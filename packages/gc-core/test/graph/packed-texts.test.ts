import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packTimestamp, readVersion, unpackTimestamp } from '../../src/graph/packed-texts.ts';
import { propertyRuns } from '../support/property-runs.ts';

const digits = fc.stringMatching(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/);

describe('packed texts', () => {
  it('a timestamp comes out as it went in, or is not packed', () => {
    fc.assert(
      fc.property(fc.oneof(digits, fc.string({ maxLength: 21 })), (text) => {
        const packed = packTimestamp(text);
        if (packed !== undefined) expect(unpackTimestamp(packed)).toBe(text);
      }),
      propertyRuns(2000),
    );
  });

  it('ordinary timestamps are packed, absence too', () => {
    for (const text of ['2000-01-01T00:00:00Z', '2026-12-31T23:59:59Z', '2063-12-31T23:59:59Z']) {
      expect(packTimestamp(text)).toBeTypeOf('number');
    }
    expect(unpackTimestamp(packTimestamp(undefined) ?? -1)).toBeUndefined();
  });

  it('a resourceVersion is a number only if it can be written back', () => {
    expect(['0', '7', '4294967296', '999999999999999'].map(readVersion)).toEqual([
      0, 7, 4_294_967_296, 999_999_999_999_999,
    ]);
    const others = ['', '07', '00', '-1', '1e3', '1.0', ' 1', '12a', '9'.repeat(16), undefined];
    expect(others.map(readVersion)).toEqual(others.map(() => -1));
  });
});
