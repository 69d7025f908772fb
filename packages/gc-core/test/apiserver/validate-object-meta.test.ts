import { describe, expect, it } from 'vitest';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../src/apiserver/validate-object-meta.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import {
  cogs,
  configMaps,
  failure,
  faultsOf,
  HOLD,
  kind,
  manifest,
  statusOf,
  testServer,
} from './test-server.ts';

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
    ['VA-02', { apiVersion: 'foo/' }, [`${at}.apiVersion`]],
    ['VA-01', { apiVersion: '' }, [`${at}.apiVersion`]],
    ['VA-02', { apiVersion: '/v1' }, []],
    ['VA-02', { apiVersion: 'customresourceVersion' }, []],
    ['VA-01', { kind: '' }, [`${at}.kind`]],
    ['VA-01', { name: '' }, [`${at}.name`]],
    ['VA-01', { uid: '' }, [`${at}.uid`]],
    ['VA-03', { kind: 'Event', name: 'e' }, [at]],
    ['VA-03', { kind: 'Event', apiVersion: '/v1' }, [at]],
    ['VA-03', { apiVersion: 'events.k8s.io/v1', kind: 'Event' }, []],
  ])('[%s] an owner with %j', (_id, fields, expected) => {
    expect(faults({ ownerReferences: [owner(fields)] })).toEqual(expected);
  });

  it('[VA-04] accepts one controller among four owners', () => {
    const flags = [{ controller: false }, { controller: true }, { controller: false }, {}];
    expect(faults({ ownerReferences: flags.map(owner) })).toEqual([]);
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

  it.each([
    ...['-a', 'a-', 'a b', 'x/-a', 'x/a-', '-x/a', 'x-/a', '.x/a', 'x./a', 'x..y/a', 'X/a'],
    ...['a/b/c', '/a', 'a/', '', `x/${'a'.repeat(64)}`, `${'x'.repeat(254)}/a`],
  ])('[VA-06] %j is no name that a finalizer, a label or an annotation could have', (name) => {
    expect(faults({ finalizers: [name] }, true)).toEqual(['metadata.finalizers']);
    expect(faults({ labels: { [name]: 'v' } })).toEqual(['metadata.labels']);
    // Capitals of annotations do not matter.
    const isTaken = name === 'X/a';
    expect(faults({ annotations: { [name]: '/' } })).toHaveLength(isTaken ? 0 : 1);
  });

  it.each(['a', 'A_b.c-9', 'example.com/hold', `${'x'.repeat(253)}/${'a'.repeat(63)}`])(
    '[VA-06] %j is one',
    (name) => {
      expect(faults({ finalizers: [name] }, true)).toEqual([]);
    },
  );

  it('[VA-06] the value of a label is empty or such a name', () => {
    const labels = (value: string): string[] => faults({ labels: { a: value } });
    expect(['', 'a.B_9', 'a'.repeat(63)].flatMap(labels)).toEqual([]);
    for (const bad of ['a/b', '-', 'a b', 'a'.repeat(64)]) {
      expect(labels(bad)).toEqual(['metadata.labels']);
    }
  });

  it('[VA-07] refuses both collector finalizers together', () => {
    expect(faults({ finalizers: ['orphan', 'foregroundDeletion'] })).toEqual([
      'metadata.finalizers',
    ]);
  });

  it('[VA-01] refuses a generation below 0', () => {
    expect(faults({ generation: -1 })).toEqual(['metadata.generation']);
  });
});

describe('validateObjectMetaUpdate', () => {
  const deleting = { deletionTimestamp: '2026-11-21T12:00:00Z' };
  const update = (fields: Partial<ObjectMeta>, old: Partial<ObjectMeta>): string[] =>
    validateObjectMetaUpdate(meta(fields), meta(old)).map((e) => `${e.field}: ${e.message}`);

  it.each([
    [['x/a', 'y/b'], 'y/b'],
    [['x/b'], 'x/b'],
    [['d/d', 'c/c', 'd/d'], 'c/c, d/d'],
  ])('[VA-08] refuses %j where x/a was while it is being deleted', (finalizers, named) => {
    expect(update({ ...deleting, finalizers }, { ...deleting, finalizers: ['x/a'] })).toEqual([
      `metadata.finalizers: no new finalizers can be added if the object is being deleted, found ${named}`,
    ]);
  });

  it('[VA-08] lets finalizers be removed while it is being deleted, and added while it is not', () => {
    expect(update(deleting, { ...deleting, finalizers: ['x/a'] })).toEqual([]);
    expect(update({ finalizers: ['x/a', 'y/b'] }, { finalizers: ['x/a'] })).toEqual([]);
  });

  const grace = (deletionGracePeriodSeconds: number): Partial<ObjectMeta> => ({
    deletionGracePeriodSeconds,
  });
  it.each<[string, Partial<ObjectMeta>, Partial<ObjectMeta>, string[]]>([
    ['nothing', {}, {}, []],
    ['nothing while deleting', { ...deleting, ...grace(5) }, { ...deleting, ...grace(5) }, []],
    ['set deletionTimestamp', deleting, {}, ['deletionTimestamp']],
    ['clear deletionTimestamp', {}, deleting, ['deletionTimestamp']],
    ['set grace', grace(5), {}, ['deletionGracePeriodSeconds']],
    ['clear grace', {}, grace(5), ['deletionGracePeriodSeconds']],
    ['change grace', grace(4), grace(5), ['deletionGracePeriodSeconds']],
    ['uid', { uid: '2' }, {}, ['uid']],
    ['name', { name: 'y' }, {}, ['name']],
    ['namespace', { namespace: 'b' }, { namespace: 'a' }, ['namespace']],
    ['creationTimestamp', { creationTimestamp: '2026-11-21T13:00:00Z' }, {}, ['creationTimestamp']],
  ])('[VA-09] %s', (_name, fields, old, immutable) => {
    expect(update(fields, old)).toEqual(
      immutable.map((field) =>
        expect.stringMatching(new RegExp(`^metadata\\.${field}: .*field is immutable$`)),
      ),
    );
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

  it.each([
    ['a ConfigMap', configMaps],
    ['a custom resource', cogs],
  ])('[VA-07] update of %s to both collector finalizers is refused', (_name, resource) => {
    const { server, add } = testServer();
    const target = add(resource, 'later', { finalizers: ['orphan'] });
    const finalizers = ['foregroundDeletion', 'orphan'];
    const result = server.patch(target, 'merge', { metadata: { finalizers } });
    expect(faultsOf(result)).toEqual(['metadata.finalizers']);
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
