import { describe, expect, it } from 'vitest';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../src/apiserver/validate-object-meta.ts';
import type { ObjectMeta } from '../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../src/meta/object-reference.ts';
import { cogs, configMaps, kind, manifest, statusOf, testServer } from './test-server.ts';

const secrets = kind('v1', 'Secret');
const core = { custom: false };
const owner = (fields: Partial<OwnerReference>): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'n',
  uid: 'u',
  ...fields,
});
const meta = (fields: Partial<ObjectMeta> = {}): ObjectMeta => ({ name: 'x', uid: '1', ...fields });
const faults = (fields: Partial<ObjectMeta>): string[] =>
  validateObjectMeta(meta(fields), core).map((error) => `${error.field}: ${error.message}`);

describe('validateObjectMeta', () => {
  const at = 'metadata.ownerReferences';
  it.each<[string, Partial<OwnerReference>, string[]]>([
    [
      'VA-02',
      { apiVersion: 'a/b/c' },
      [`${at}.apiVersion: Invalid value: "a/b/c": version must not be empty`],
    ],
    [
      'VA-02',
      { apiVersion: 'foo/' },
      [`${at}.apiVersion: Invalid value: "foo/": version must not be empty`],
    ],
    [
      'VA-01',
      { apiVersion: '' },
      [`${at}.apiVersion: Invalid value: "": version must not be empty`],
    ],
    ['VA-02', { apiVersion: '/v1' }, []],
    ['VA-02', { apiVersion: 'customresourceVersion' }, []],
    ['VA-01', { kind: '' }, [`${at}.kind: Invalid value: "": must not be empty`]],
    ['VA-01', { name: '' }, [`${at}.name: Invalid value: "": must not be empty`]],
    ['VA-01', { uid: '' }, [`${at}.uid: Invalid value: "": must not be empty`]],
    [
      'VA-03',
      { kind: 'Event', name: 'e' },
      [
        `${at}: Invalid value: {"apiVersion":"v1","kind":"Event","name":"e","uid":"u"}: /v1, Kind=Event is disallowed from being an owner`,
      ],
    ],
    ['VA-03', { apiVersion: 'events.k8s.io/v1', kind: 'Event' }, []],
  ])('[%s] an owner with %j', (_id, fields, expected) => {
    expect(faults({ ownerReferences: [owner(fields)] })).toEqual(expected);
  });

  it('[VA-04] accepts one controller among four owners', () => {
    const flags = [{ controller: false }, { controller: true }, { controller: false }, {}];
    expect(faults({ ownerReferences: flags.map(owner) })).toEqual([]);
  });

  it('[VA-04] names both of two controllers', () => {
    const ownerReferences = [
      owner({ kind: 'customresourceKind1', name: 'name' }),
      owner({ kind: 'customresourceKind2', name: 'name', controller: true }),
      owner({ kind: 'customresourceKind3', name: 'name', controller: true }),
    ];
    const [fault] = faults({ ownerReferences });
    expect(fault).toContain(
      'Only one reference can have Controller set to true. Found "true" in references for customresourceKind2/name and customresourceKind3/name',
    );
  });

  it('[VA-06] wants core finalizers to be standard or qualified', () => {
    expect(faults({ finalizers: ['kubernetes', 'orphan', 'example.com/hold', 'hold'] })).toEqual([
      'metadata.finalizers[3]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified',
    ]);
    expect(faults({ finalizers: ['a b'] })).toHaveLength(2);
    expect(faults({ finalizers: ['UPPER.com/x'] })).toHaveLength(1);
  });

  it('[VA-07] refuses both collector finalizers together', () => {
    expect(faults({ finalizers: ['orphan', 'foregroundDeletion'] })).toEqual([
      'metadata.finalizers: Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both set',
    ]);
  });
});

describe('validateObjectMetaUpdate', () => {
  const deleting = { deletionTimestamp: '2026-11-21T12:00:00Z' };
  const update = (fields: Partial<ObjectMeta>, old: Partial<ObjectMeta>): string[] =>
    validateObjectMetaUpdate(meta(fields), meta(old)).map((e) => `${e.field}: ${e.message}`);

  it.each([
    [['x/a', 'y/b'], '"y/b"'],
    [['x/b'], '"x/b"'],
  ])('[VA-08] refuses %j where x/a was while it is being deleted', (finalizers, named) => {
    expect(update({ ...deleting, finalizers }, { ...deleting, finalizers: ['x/a'] })).toEqual([
      `metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${named}}`,
    ]);
  });

  it('[VA-08] lets finalizers be removed while it is being deleted, and added while it is not', () => {
    expect(update(deleting, { ...deleting, finalizers: ['x/a'] })).toEqual([]);
    expect(update({ finalizers: ['x/a', 'y/b'] }, { finalizers: ['x/a'] })).toEqual([]);
  });

  it.each<[string, Partial<ObjectMeta>, Partial<ObjectMeta>, string[]]>([
    ['nothing', {}, {}, []],
    [
      'nothing while deleting',
      { ...deleting, deletionGracePeriodSeconds: 5 },
      { ...deleting, deletionGracePeriodSeconds: 5 },
      [],
    ],
    ['set deletionTimestamp', deleting, {}, ['deletionTimestamp']],
    ['clear deletionTimestamp', {}, deleting, ['deletionTimestamp']],
    [
      'change deletionTimestamp',
      deleting,
      { deletionTimestamp: '2026-11-21T13:00:00Z' },
      ['deletionTimestamp'],
    ],
    ['set grace', { deletionGracePeriodSeconds: 5 }, {}, ['deletionGracePeriodSeconds']],
    ['clear grace', {}, { deletionGracePeriodSeconds: 5 }, ['deletionGracePeriodSeconds']],
    [
      'change grace',
      { deletionGracePeriodSeconds: 4 },
      { deletionGracePeriodSeconds: 5 },
      ['deletionGracePeriodSeconds'],
    ],
    ['uid', { uid: '2' }, {}, ['uid']],
    ['name', { name: 'y' }, {}, ['name']],
    ['namespace', { namespace: 'b' }, { namespace: 'a' }, ['namespace']],
    ['creationTimestamp', { creationTimestamp: '2026-11-21T13:00:00Z' }, {}, ['creationTimestamp']],
  ])('[VA-09] %s', (_name, fields, old, immutable) => {
    const found = update(fields, old);
    expect(found).toHaveLength(immutable.length);
    for (const [index, field] of immutable.entries()) {
      expect(found[index]).toMatch(new RegExp(`^metadata\\.${field}: .*field is immutable$`));
    }
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
      'Secret "x" is invalid: [metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty, metadata.ownerReferences.kind: Invalid value: "": must not be empty, metadata.ownerReferences.name: Invalid value: "": must not be empty, metadata.ownerReferences.uid: Invalid value: "": must not be empty]',
    );
    expect(status).toMatchObject({
      reason: 'Invalid',
      code: 422,
      details: { name: 'x', kind: 'Secret' },
    });
    expect(status.details?.causes).toHaveLength(4);
  });

  it.each([
    ['a ConfigMap', configMaps, 2],
    ['a custom resource', cogs, 1],
  ])(
    '[VA-07] update of %s to both collector finalizers is refused with %#, its cause repeated',
    (_name, resource, causes) => {
      const { server, add } = testServer();
      const target = add(resource, 'later', { finalizers: ['orphan'] });
      const finalizers = ['foregroundDeletion', 'orphan'];
      const status = statusOf(server.patch(target, 'merge', { metadata: { finalizers } }));
      expect(status.message).toContain(
        'is invalid: metadata.finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
      );
      expect(status.details?.causes).toHaveLength(causes);
    },
  );

  it('[VA-08] refuses a finalizer for a terminating object', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'owner', { finalizers: ['example.com/hold'] });
    server.delete(target);
    const finalizers = ['example.com/hold', 'example.com/more'];
    const cause =
      'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/more"}';
    const entry = { reason: 'FieldValueForbidden', message: cause, field: 'metadata.finalizers' };
    expect(statusOf(server.patch(target, 'merge', { metadata: { finalizers } }))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: `ConfigMap "owner" is invalid: metadata.finalizers: ${cause}`,
      reason: 'Invalid',
      details: { name: 'owner', kind: 'ConfigMap', causes: [entry, entry] },
      code: 422,
    });
  });

  it('[VA-06] warns about an unqualified finalizer of a custom resource', () => {
    const { server } = testServer();
    const result = server.create(cogs, 'ns', manifest(cogs, 'c', { finalizers: ['hold'] }));
    expect(result).toMatchObject({ ok: true, code: 201 });
    expect(result.warnings.join()).toContain('prefer a domain-qualified finalizer name');
  });
});

describe('validateObjectMeta at its edges', () => {
  it.each(['v1', '/v1'])('[VA-03] an Event of %s owns nothing', (apiVersion) => {
    expect(faults({ ownerReferences: [owner({ apiVersion, kind: 'Event' })] })).toEqual([
      expect.stringMatching(
        /^metadata\.ownerReferences: .*Kind=Event is disallowed from being an owner$/,
      ),
    ]);
  });

  it('[VA-04] the fault of a second controller is one of the list', () => {
    const ownerReferences = ['a', 'b'].map((uid) => owner({ uid, controller: true }));
    expect(faults({ ownerReferences })[0]).toMatch(/^metadata\.ownerReferences: Invalid value: /);
  });

  it('[VA-11] a key, a value and a finalizer are measured in bytes', () => {
    const long = 'ä'.repeat(32);
    const inBytes = /must be no more than 63 bytes$/;
    expect(faults({ labels: { a: long } })[0]).toMatch(inBytes);
    expect(faults({ labels: { [long]: 'a' } })[0]).toMatch(inBytes);
    expect(faults({ finalizers: [`a/${long}`] })[0]).toMatch(inBytes);
    expect(faults({ finalizers: [`${'ä'.repeat(127)}/a`] })[0]).toMatch(/prefix .* 253 bytes$/);
    expect(faults({ labels: { a: long.slice(1) } })[0]).not.toMatch(inBytes);
    // The dotted capital I is the letter i.
    expect(faults({ annotations: Object.fromEntries([['İ', '']]) })).toEqual([]);
  });

  it('[VA-06] the prefix of a finalizer has 253 characters at most', () => {
    const prefix = (length: number): string => `${'a'.repeat(63)}.`.repeat(4).slice(0, length);
    expect(faults({ finalizers: [`${prefix(253)}/x`] })).toEqual([]);
    expect(faults({ finalizers: [`${'a.'.repeat(127)}b/x`] })).toHaveLength(1);
    for (const bad of ['-a/x', 'a-/x', 'a..b/x', 'A/x', '/x', 'a/b/c']) {
      expect(faults({ finalizers: [bad] }), bad).toHaveLength(1);
    }
  });
});
