import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field, freezeJson, isTooDeep, jsonKey, sameJson } from '../../src/apiserver/json-value.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** The value with the keys of each map in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, reversed(part)] as const);
  return Object.fromEntries(entries.toReversed());
}

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

  it('[DM-12] have the same key if and only if they are equal', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(jsonKey(a) === jsonKey(b)).toBe(sameJson(a, b));
        expect(jsonKey(reversed(a))).toBe(jsonKey(a));
      }),
      propertyRuns(),
    );
    expect(jsonKey({ a: 1, b: undefined })).toBe(jsonKey({ a: 1 }));
    expect(jsonKey(['1'])).not.toBe(jsonKey([1]));
    expect(jsonKey({ a: null })).not.toBe(jsonKey({}));
  });

  it('[API-62] are copied once, and equal to their copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = freezeJson(value);
        expect(sameJson(copy, value)).toBe(true);
        expect(freezeJson(copy)).toBe(copy);
        expect(isTooDeep(copy)).toBe(false);
      }),
      propertyRuns(),
    );
  });
});
