import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field, freezeJson, isTooDeep, sameJson } from '../../src/apiserver/json-value.ts';

describe('JSON values', () => {
  it('[VA-01] have own fields only', () => {
    expect(field({}, 'constructor')).toBeUndefined();
    expect(sameJson({}, { toString: 1 })).toBe(false);
  });

  it('[API-39] are equal whatever the order of their keys', () => {
    expect(sameJson({ a: 1, b: [{}] }, { b: [{}], a: 1, c: undefined })).toBe(true);
    expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameJson([], {})).toBe(false);
    expect(sameJson({ a: null }, {})).toBe(false);
  });

  it('[API-62] are copied once, and equal to their copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = freezeJson(value);
        expect(sameJson(copy, value)).toBe(true);
        expect(freezeJson(copy)).toBe(copy);
        expect(isTooDeep(copy)).toBe(false);
      }),
      { seed: 136 },
    );
  });
});
