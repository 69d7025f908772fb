import { describe, expect, it } from 'vitest';
import { alternateOwnerIdentity, compareText } from '../../src/graph/alternate-owner-identity.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { identityOf, nodeOf, ownedBy } from '../support/nodes.ts';

const parent = { kind: 'NSParent', name: 'parentname', uid: 'parentuid' };
const P = identityOf('p', { ...parent, namespace: 'ns1' });
const C = identityOf('p', { ...parent, kind: 'ClusterParent', namespace: '' });

function child(namespace: string, ...owners: Partial<OwnerReference>[]): ReturnType<typeof nodeOf> {
  return nodeOf(
    identityOf('child', { namespace }),
    owners.map((owner) => ownedBy('p', { ...parent, ...owner })),
  );
}

describe('alternateOwnerIdentity', () => {
  it.each([
    ['version', child('ns1', { apiVersion: 'xx' }), { ...P, apiVersion: 'xx' }],
    ['kind', child('ns1', { kind: 'xxxxxxxx' }), { ...P, kind: 'xxxxxxxx' }],
    ['namespace', child('ns2', {}), { ...P, namespace: 'ns2' }],
    ['name', child('ns1', { name: 'xxxxxxxxxx' }), { ...P, name: 'xxxxxxxxxx' }],
  ])('[AL-01] namespaced alternate %s', (_name, other, alternate) => {
    expect(alternateOwnerIdentity([child('ns1', {}), other], P)).toEqual(alternate);
  });

  it('[AL-03] a type known to be cluster-scoped has no namespace', () => {
    const other = child('ns2', { kind: 'ClusterParent', name: 'z' });
    expect(alternateOwnerIdentity([other], C)).toEqual({ ...C, name: 'z' });
    const version = child('ns2', { kind: 'ClusterParent', apiVersion: 'v2' });
    expect(alternateOwnerIdentity([version], C)).toEqual({
      ...C,
      apiVersion: 'v2',
      namespace: 'ns2',
    });
  });

  it('[AL-03] another kind of the same version is not known to be cluster-scoped', () => {
    const other = child('ns2', { kind: 'Other' });
    expect(alternateOwnerIdentity([other], C)).toEqual({ ...C, kind: 'Other', namespace: 'ns2' });
  });

  it('[AL-04] the absent identity itself is no candidate', () => {
    expect(alternateOwnerIdentity([child('ns1', {})], P)).toBeUndefined();
    expect(alternateOwnerIdentity([child('ns9', { kind: 'ClusterParent' })], C)).toBeUndefined();
    expect(alternateOwnerIdentity([], P)).toBeUndefined();
  });

  it('[AL-01] a reference to another uid is no candidate', () => {
    expect(alternateOwnerIdentity([child('ns1', { uid: 'other' })], P)).toBeUndefined();
  });

  it('[AL-05] orders by kind, apiVersion, namespace, name', () => {
    const inOrder = [
      child('ns1', { kind: 'NSParent', apiVersion: 'v1', name: 'parentname2' }),
      child('ns2', { kind: 'NSParent', apiVersion: 'v1', name: 'a' }),
      child('ns1', { kind: 'NSParent', apiVersion: 'v2', name: 'a' }),
      child('ns1', { kind: 'OParent', apiVersion: 'v1', name: 'a' }),
    ];
    const round = inOrder.map((_, index) => {
      const left = inOrder.slice(index).toReversed();
      const { apiVersion, kind, namespace, name } = alternateOwnerIdentity(left, P) ?? P;
      return [kind, apiVersion, namespace, name];
    });
    expect(round).toEqual([
      ['NSParent', 'v1', 'ns1', 'parentname2'],
      ['NSParent', 'v1', 'ns2', 'a'],
      ['NSParent', 'v2', 'ns1', 'a'],
      ['OParent', 'v1', 'ns1', 'a'],
    ]);
  });

  it('[AL-06] goes on behind the absent one, and from the last to the first', () => {
    const all = ['A', 'NSParent', 'Z'].map((kind) => child('ns1', { kind }));
    const next = (absent: typeof P): string | undefined =>
      alternateOwnerIdentity(all, absent)?.kind;
    expect(next(P)).toBe('Z');
    expect(next({ ...P, kind: 'Z' })).toBe('A');
    expect(next({ ...P, kind: 'A' })).toBe('NSParent');
  });

  it('[AL-05] compares byte by byte, also beyond the first plane', () => {
    expect(compareText('\u{1f439}', '\uffee')).toBeGreaterThan(0);
    expect(compareText('a', 'ab')).toBeLessThan(0);
    expect(compareText('B', 'a')).toBeLessThan(0);
    expect(compareText('a', 'a')).toBe(0);
    for (const [shorter, longer] of [
      ['', 'a'],
      ['a', 'a\0'],
      ['a', 'a\u{1f439}'],
    ] as const) {
      expect(compareText(shorter, longer)).toBeLessThan(0);
      expect(compareText(longer, shorter)).toBeGreaterThan(0);
    }
  });
});
