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

const form =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

describe('names of finalizers', () => {
  it.each([
    '-a',
    'a-',
    'a b',
    'x/-a',
    'x/a-',
    '-x/a',
    'x-/a',
    '.x/a',
    'x./a',
    'x..y/a',
    'X/a',
    'a/b/c',
    '/a',
    'a/',
    '',
    `x/${'a'.repeat(64)}`,
    `${'x'.repeat(254)}/a`,
  ])('[VA-06] %j is no name that a label could have', (finalizer) => {
    expect(faultsOf(finalizer)).toEqual([
      `metadata.finalizers: Invalid value: ${JSON.stringify(finalizer)}: ${form}`,
    ]);
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
      { custom: true },
    );
    expect(faults.map(({ message }) => message)).toEqual([
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a/b", "c/d"}',
    ]);
  });
});
