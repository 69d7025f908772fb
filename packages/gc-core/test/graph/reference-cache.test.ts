import { describe, expect, it } from 'vitest';
import { ReferenceCache } from '../../src/graph/reference-cache.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { identityOf } from '../support/nodes.ts';

const [a, b, c] = [identityOf('a'), identityOf('b'), identityOf('c')];

describe('ReferenceCache', () => {
  it('[AC-01] holds as many as it is told, in v1.36 500', () => {
    expect(RELEASES['v1.36'].absentOwnerCacheSize).toBe(500);
    const cache = new ReferenceCache(2);
    for (const each of [a, b, c]) cache.add(each);
    expect(cache.entries()).toEqual([b, c]);
  });

  it('[AC-02] the namespace is part of the key', () => {
    const cache = new ReferenceCache(2);
    cache.add(a);
    expect(cache.has({ ...a, namespace: 'elsewhere' })).toBe(false);
    expect(cache.has({ ...a })).toBe(true);
  });

  it('[AC-03] so does an entry that comes again, which is no addition', () => {
    const cache = new ReferenceCache(2);
    cache.add(a);
    cache.add(b);
    cache.add(a);
    expect(cache.entries()).toEqual([b, a]);
    expect(cache.additions).toBe(2);
  });

  it('[AC-02] keeps the five fields and nothing else of what it is given', () => {
    const cache = new ReferenceCache(1);
    const wide = { ...a, controller: true };
    cache.add(wide);
    expect(cache.entries()).toEqual([a]);
  });
});
