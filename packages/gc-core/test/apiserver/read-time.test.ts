import { describe, expect, it } from 'vitest';
import { base64Of, canonicalBase64, isBase64, utf8 } from '../../src/apiserver/base64.ts';
import { readTime } from '../../src/apiserver/read-typed.ts';

describe('a time', () => {
  it.each([
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00Z'],
    ['2020-02-29T23:59:59.999999999999Z', '2020-02-29T23:59:59Z'],
    ['2020-01-01T0:00:00,5Z', '2020-01-01T00:00:00Z'],
    ['2020-01-01T02:00:00+02:00', '2020-01-01T00:00:00Z'],
    ['2020-01-01T00:00:00-24:60', '2020-01-02T01:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
  ])('[VA-13] %s is read as the server writes it', (text, time) => {
    expect(readTime(text)).toBe(time);
  });

  it.each([
    ...['', 'a2020-01-01T00:00:00Z', '2020-1-01T00:00:00Z', '2020-01-01 00:00:00Z'],
    ...['2020-01-01T1:0:00Z', '2020-01-01T00:00:00', '2020-01-01T00:00:00.Z'],
    ...['2020-01-01T00:00:00+1:00', '2020-01-01T00:00:00Zx', '2020-01-01T00:00:00+00:61'],
    ...['2020-01-01T00:00:00+25:00', '2020-00-01T00:00:00Z', '2020-02-30T00:00:00Z'],
    ...['2020-01-01T24:00:00Z', '2020-01-01T00:60:00Z', '2020-01-01T00:00:60Z'],
  ])('[VA-13] %j is none', (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

describe('bytes in base64', () => {
  it.each([
    ...['YQ', 'YQ=', 'YQ===', 'Y Q==', 'YQ==x', '=', '==', '=A=', 'ABC*', 'A===', 'AB=C'],
    ...['ABCD=', 'ABC\u00e9'],
  ])('[VA-13] %j is none', (text) => {
    expect(isBase64(text)).toBe(false);
  });

  it.each([
    ['', ''],
    ['YR==', 'YQ=='],
    ['YWK=', 'YWI='],
    ['+/Az', '+/Az'],
    ['Y\r\nQ=\n=\n', 'YQ=='],
  ])('[VA-13] %j is written as %j', (text, canonical) => {
    expect(isBase64(text)).toBe(true);
    expect(canonicalBase64(text)).toBe(canonical);
  });

  it('[VA-13] are written from numbers', () => {
    const texts = [[], [0], [255, 254], [1, 2, 3], [251, 255, 191, 97]].map(base64Of);
    expect(texts).toEqual(['', 'AA==', '//4=', 'AQID', '+/+/YQ==']);
    expect([...utf8('a\u00e9')]).toEqual([97, 195, 169]);
  });
});
