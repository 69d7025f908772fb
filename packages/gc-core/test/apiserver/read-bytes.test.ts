import { describe, expect, it } from 'vitest';
import { base64Fault, base64Of, canonicalBase64, utf8 } from '../../src/apiserver/read-bytes.ts';

describe('bytes in base64', () => {
  it.each([
    ['YQ', 0],
    ['YQ=', 3],
    ['YQ===', 4],
    ['YWJjZA', 4],
    ['Y Q==', 1],
    ['YQ==x', 4],
    ['=', 0],
    ['==', 0],
    ['=A=', 0],
    ['AB*', 2],
    ['ABC*D', 3],
    ['A===', 1],
    ['AB=C', 2],
    ['AB\n=\nC', 4],
    ['ABC=D', 4],
    ['ABCD=', 4],
    ['ABCD*', 4],
    ['AB*D', 2],
    ['ABCD\u00e9', 4],
    ['ABCD\nE', 5],
  ])('[VA-13] %j is refused at byte %i', (text, byte) => {
    expect(base64Fault(text)).toBe(`illegal base64 data at input byte ${byte}`);
  });

  it.each([
    ['', ''],
    ['YR==', 'YQ=='],
    ['YWK=', 'YWI='],
    ['+/Az', '+/Az'],
    ['Y\r\nQ=\n=\n', 'YQ=='],
  ])('[VA-13] %j is written as %j', (text, canonical) => {
    expect(base64Fault(text)).toBeUndefined();
    expect(canonicalBase64(text)).toBe(canonical);
  });

  it('[VA-13] are written from numbers', () => {
    const texts = [[], [0], [255, 254], [1, 2, 3], [251, 255, 191, 97]].map(base64Of);
    expect(texts).toEqual(['', 'AA==', '//4=', 'AQID', '+/+/YQ==']);
    expect(utf8('a\u00e9')).toEqual([97, 195, 169]);
  });
});
