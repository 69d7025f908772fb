import { describe, expect, it } from 'vitest';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../src/apiserver/validate-object-meta.ts';

const meta = (
  finalizers: readonly string[],
): { name: string; uid: string; finalizers: readonly string[] } => ({
  name: 'x',
  uid: '1',
  finalizers,
});

function faultsOf(...finalizers: string[]): string[] {
  const errors = validateObjectMeta(meta(finalizers), { custom: true });
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('names of finalizers', () => {
  const name =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  const prefix =
    "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
    "with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  const key =
    "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') " +
    "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
  const empty = 'name part must be non-empty';

  it.each<[string, ...string[]]>([
    ['-a', name],
    ['a-', name],
    ['a b', name],
    ['x/-a', name],
    ['x/a-', name],
    ['-x/a', prefix],
    ['x-/a', prefix],
    ['.x/a', prefix],
    ['x./a', prefix],
    ['x..y/a', prefix],
    ['X/a', prefix],
    ['X/-a', prefix, name],
    ['a/b/c', key],
    ['/a', 'prefix part must be non-empty'],
    ['a/', empty, name],
    ['', empty, name],
    [`x/${'a'.repeat(64)}`, 'name part must be no more than 63 bytes'],
    [`${'x'.repeat(254)}/a`, 'prefix part must be no more than 253 bytes'],
  ])('[VA-06] %j is no name that a label could have', (finalizer, ...faults) => {
    expect(faultsOf(finalizer)).toEqual(
      faults.map(
        (fault) => `metadata.finalizers: Invalid value: ${JSON.stringify(finalizer)}: ${fault}`,
      ),
    );
  });

  it.each([
    'a',
    'A_b.c-9',
    'example.com/hold',
    'a-b.c-d.e/F',
    `${'x'.repeat(253)}/${'a'.repeat(63)}`,
  ])('[VA-06] %j is one', (finalizer) => {
    expect(faultsOf(finalizer)).toEqual([]);
  });

  it('[VA-07] both of the collector at once are refused as a list', () => {
    expect(faultsOf('orphan', 'foregroundDeletion')).toEqual([
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ]);
  });

  it('[VA-08] all that are new on a terminating object are named, none without a finalizer before', () => {
    const terminating = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    const faults = validateObjectMetaUpdate(
      { ...meta(['a/b', 'c/d']), ...terminating },
      { name: 'x', uid: '1', ...terminating },
    );
    expect(faults.map(({ message }) => message)).toEqual([
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b", "c/d"}',
    ]);
  });
});
