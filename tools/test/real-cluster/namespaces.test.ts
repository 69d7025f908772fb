import { describe, expect, it } from 'vitest';
import { isAtRest } from '../../real-cluster/src/differential/namespaces.ts';
import type { ObjectMetadata } from '../../real-cluster/src/objects.ts';

const SEEN = {
  finalizers: ['kubernetes'],
  conditions: [{ type: 'NamespaceContentRemaining', status: 'True' }],
};

function left(
  kind: string,
  more: Partial<ObjectMetadata> = {},
): ObjectMetadata & { readonly kind: string } {
  const creationTimestamp = '2026-01-01T00:00:00Z';
  return { kind, name: 'x', uid: 'u', resourceVersion: '1', creationTimestamp, ...more };
}

const deletionTimestamp = '2026-01-01T00:00:00Z';
const HELD = left('ConfigMap', { deletionTimestamp, finalizers: ['example.com/hold'] });

describe('a Namespace in deletion is at rest', () => {
  it('[NS-10] when other controllers’ finalizers block all that is left in it', () => {
    expect(isAtRest([HELD], SEEN)).toBe(true);
    expect(isAtRest([HELD, left('ConfigMap')], SEEN)).toBe(false);
    expect(isAtRest([left('Secret', { deletionTimestamp })], SEEN)).toBe(false);
    expect(isAtRest([], SEEN)).toBe(false);
  });

  it('[NS-12] not before its controller has seen it', () => {
    expect(isAtRest([HELD], { ...SEEN, conditions: [] })).toBe(false);
  });

  it('[NS-09] not while something waits for its dependents', () => {
    const finalizers = ['example.com/hold', 'foregroundDeletion'];
    expect(isAtRest([left('Secret', { deletionTimestamp, finalizers })], SEEN)).toBe(false);
  });

  it('[NS-07] when a Pod is held, or ends, whatever else is left', () => {
    const ends = left('Pod', { deletionTimestamp, deletionGracePeriodSeconds: 30 });
    expect(isAtRest([ends, left('ConfigMap')], SEEN)).toBe(true);
    expect(isAtRest([left('Pod'), HELD], SEEN)).toBe(false);
  });
});
