import { describe, expect, it } from 'vitest';
import {
  packTimestamp,
  readVersion,
  unpackTimestamp,
} from '../../../src/graph/store/packed-texts.ts';

describe('packed texts', () => {
  it('every time that fits comes out as it went in, and no two are one number', () => {
    const texts = [
      '2000-01-00T00:00:00Z',
      '2009-09-09T09:09:09Z',
      '2010-10-10T10:10:10Z',
      '2031-15-31T31:63:63Z',
      '2063-15-31T31:63:63Z',
    ];
    const numbers = texts.map((text) => packTimestamp(text));
    expect(numbers.map((each) => unpackTimestamp(each ?? 0))).toEqual(texts);
    expect(new Set(numbers).size).toBe(texts.length);
  });

  it.each([
    ...['1999-01-01T00:00:00Z', '2064-01-01T00:00:00Z', '2026-00-01T00:00:00Z'],
    ...['2026-16-01T00:00:00Z', '2026-01-32T00:00:00Z', '2026-01-01T32:00:00Z'],
    ...['2026-01-01T00:64:00Z', '2026-01-01T00:00:64Z', '2026-01-01T00:00:00.5Z', '', 'x'],
    // Characters that are no digits, and yet make a year that fits.
    ...['21+0-01-01T00:00:00Z', '19:5-01-01T00:00:00Z'],
  ])('no number for %s', (text) => {
    expect(packTimestamp(text)).toBeUndefined();
  });

  it('no number for a time with another character in any place', () => {
    const text = '2026-01-01T00:00:00Z';
    expect(packTimestamp(`${text}x`)).toBeUndefined();
    for (let at = 0; at < text.length; at++) {
      for (const character of ['/', ':', 'x', ' ']) {
        if (text[at] === character) continue;
        const other = `${text.slice(0, at)}${character}${text.slice(at + 1)}`;
        expect(packTimestamp(other)).toBeUndefined();
      }
    }
  });

  it('a resourceVersion is a number only if it can be written back', () => {
    expect(['0', '7', '4294967296', '999999999999999'].map(readVersion)).toEqual([
      0, 7, 4_294_967_296, 999_999_999_999_999,
    ]);
    const texts = ['', '07', '00', '-1', '1e3', '1.0', ' 1', '1/', '1:', '12a', '9'.repeat(16)];
    const others = [...texts, undefined];
    expect(others.map(readVersion)).toEqual(others.map(() => -1));
  });
});
