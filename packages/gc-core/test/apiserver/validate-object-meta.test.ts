import { describe, expect, it } from 'vitest';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../src/apiserver/validate-object-meta.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { configMaps, failure, HOLD, kind, manifest, statusOf, testServer } from './test-server.ts';

const secrets = kind('v1', 'Secret');
const owner = (fields: Partial<OwnerReference>): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'n',
  uid: 'u',
  ...fields,
});
const meta = (fields: Partial<ObjectMeta> = {}): ObjectMeta => ({ name: 'x', uid: '1', ...fields });
/** The fields at fault. */
const faults = (fields: Partial<ObjectMeta>, custom = false): string[] =>
  validateObjectMeta(meta(fields), custom).map(({ field }) => field);

describe('validateObjectMeta', () => {
  const at = 'metadata.ownerReferences';
  it.each<[string, Partial<OwnerReference>, string[]]>([
    ['VA-02', { apiVersion: 'a/b/c' }, [`${at}.apiVersion`]],
    ['VA-01', { uid: '' }, [`${at}.uid`]],
    ['VA-03', { kind: 'Event', name: 'e' }, [at]],
  ])('[%s] an owner with %j', (_id, fields, expected) => {
    expect(faults({ ownerReferences: [owner(fields)] })).toEqual(expected);
  });

  it('[VA-04] names both of two controllers', () => {
    const ownerReferences = ['A', 'B', 'C'].map((each) =>
      owner({ kind: each, controller: each !== 'A' }),
    );
    const [fault] = validateObjectMeta(meta({ ownerReferences }), false);
    expect(fault).toMatchObject({ field: at, message: expect.stringContaining('B/n and C/n') });
  });

  it('[VA-06] wants core finalizers to be standard or qualified', () => {
    const finalizers = ['kubernetes', 'orphan', 'example.com/hold', 'hold'];
    expect(faults({ finalizers })).toEqual(['metadata.finalizers[3]']);
    expect(faults({ finalizers }, true)).toEqual([]);
  });

  it('[VA-07] refuses both collector finalizers together', () => {
    expect(faults({ finalizers: ['orphan', 'foregroundDeletion'] })).toEqual([
      'metadata.finalizers',
    ]);
  });
});

describe('validateObjectMetaUpdate', () => {
  const deleting = { deletionTimestamp: '2026-11-21T12:00:00Z' };
  const update = (fields: Partial<ObjectMeta>, old: Partial<ObjectMeta>): string[] =>
    validateObjectMetaUpdate(meta(fields), meta(old)).map((e) => `${e.field}: ${e.message}`);

  it.each([
    [['x/b'], 'x/b'],
    [['d/d', 'c/c', 'd/d'], 'c/c, d/d'],
  ])('[VA-08] refuses %j where x/a was while it is being deleted', (finalizers, named) => {
    expect(update({ ...deleting, finalizers }, { ...deleting, finalizers: ['x/a'] })).toEqual([
      `metadata.finalizers: no new finalizers can be added if the object is being deleted, found ${named}`,
    ]);
  });
});

describe('answers to faulty metadata', () => {
  it('[VA-01] lists every fault of a create once, in the message and in the causes', () => {
    const { server } = testServer();
    const ownerReferences = [owner({ apiVersion: 'a/b/c', kind: '', name: '', uid: '' })];
    const status = statusOf(
      server.create(secrets, 'ns', manifest(secrets, 'x', { ownerReferences })),
    );
    expect(status.message).toBe(
      'Secret "x" is invalid: metadata.ownerReferences.apiVersion: "a/b/c": must be <version> or <group>/<version>; metadata.ownerReferences.kind: must not be empty; metadata.ownerReferences.name: must not be empty; metadata.ownerReferences.uid: must not be empty',
    );
    expect(status).toMatchObject({
      reason: 'Invalid',
      code: 422,
      details: { name: 'x', kind: 'Secret' },
    });
    expect(status.details?.causes).toHaveLength(4);
  });

  it('[VA-08] refuses a finalizer for a terminating object', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'owner', HOLD);
    server.delete(target);
    const finalizers = ['example.com/hold', 'example.com/more'];
    const message =
      'no new finalizers can be added if the object is being deleted, found example.com/more';
    const causes = [{ reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' }];
    expect(statusOf(server.patch(target, 'merge', { metadata: { finalizers } }))).toEqual(
      failure(422, 'Invalid', `ConfigMap "owner" is invalid: metadata.finalizers: ${message}`, {
        name: 'owner',
        kind: 'ConfigMap',
        causes,
      }),
    );
  });
});

describe('the fault of a text', () => {
  it('[VA-11] counts bytes', () => {
    expect(faults({ annotations: { a: 'ä'.repeat(131_071) } })).toEqual([]);
    expect(faults({ annotations: { a: 'ä'.repeat(131_072) } })).toEqual(['metadata.annotations']);
    // The dotted capital I is the letter i.
    expect(faults({ annotations: Object.fromEntries([['İ', '']]) })).toEqual([]);
  });

  it.each([
    ['a b', '"a b": '],
    ['x'.repeat(81), ''],
  ])('[VA-11] shows %j if it is short, and says what is allowed', (value, shown) => {
    const [fault] = validateObjectMeta(meta({ labels: { a: value } }), false);
    expect(fault?.message).toBe(
      `${shown}must be at most 63 letters, digits, '-', '_' or '.', with a letter or digit at both ends`,
    );
  });
});
