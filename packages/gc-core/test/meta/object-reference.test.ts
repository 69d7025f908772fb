import { describe, expect, it } from 'vitest';
import {
  formatApiVersion,
  identityKey,
  identityText,
  isBlocking,
  parseApiVersion,
  sameIdentity,
} from '../../src/meta/object-reference.ts';
import { identityOf, ownedBy } from '../support/nodes.ts';

describe('identities', () => {
  it('[DM-02] read with every field, the core group without a slash', () => {
    const text = '[v1/ConfigMap, namespace: ns, name: a, uid: a-uid]';
    expect(identityText(identityOf('a'))).toBe(text);
    const role = identityOf('a', { apiVersion: 'apps/v1', kind: 'Deployment' });
    expect(identityText(role)).toContain('[apps/v1/Deployment, ');
  });

  it('[DM-02] leave nothing where the namespace is empty', () => {
    expect(identityText(identityOf('a', { namespace: '' }))).toContain(', namespace: , name: a,');
  });

  it.each(['apiVersion', 'kind', 'namespace', 'name', 'uid'] as const)(
    '[DM-01] differ when only %s differs',
    (field) => {
      const other = identityOf('a', { [field]: 'other' });
      expect(sameIdentity(identityOf('a'), other)).toBe(false);
      expect(identityKey(identityOf('a'))).not.toBe(identityKey(other));
      expect(sameIdentity(identityOf('a'), identityOf('a'))).toBe(true);
    },
  );

  it('[AC-02] have keys that no field can blur', () => {
    const a = identityOf('x', { namespace: 'a","b', name: 'c' });
    const b = identityOf('x', { namespace: 'a', name: 'b","c' });
    expect(identityKey(a)).not.toBe(identityKey(b));
  });

  it('[DM-10] only true blocks', () => {
    const blocking = [true, false, undefined].map((blockOwnerDeletion) =>
      isBlocking(ownedBy('a', blockOwnerDeletion === undefined ? {} : { blockOwnerDeletion })),
    );
    expect(blocking).toEqual([true, false, false]);
  });
});

describe('apiVersion', () => {
  it.each([
    ['v1', '', 'v1'],
    ['apps/v1', 'apps', 'v1'],
  ])('%s is taken apart and put together again', (apiVersion, group, version) => {
    expect(parseApiVersion(apiVersion)).toEqual({ group, version });
    expect(formatApiVersion(group, version)).toBe(apiVersion);
  });
});
