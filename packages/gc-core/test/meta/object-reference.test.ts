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

/** Fields of which each could be part of the next. */
const BLANK = { apiVersion: '1', kind: '1', namespace: '1', uid: '1' };

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
    const fields = ['apiVersion', 'kind', 'namespace', 'name', 'uid'] as const;
    const texts = ['', '1', '1,', '1,1', ',1 1', '1 '];
    const keys = new Map<string, string>();
    for (const [index, field] of fields.entries()) {
      for (const [a, b] of texts.flatMap((each) => texts.map((other) => [each, other]))) {
        const next = fields[index + 1] ?? 'apiVersion';
        const identity = identityOf('1', { ...BLANK, [field]: a, [next]: b });
        const text = JSON.stringify(fields.map((each) => identity[each]));
        expect(keys.get(identityKey(identity)) ?? text).toBe(text);
        keys.set(identityKey(identity), text);
      }
    }
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
