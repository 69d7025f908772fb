import { describe, expect, it } from 'vitest';
import type { PatchType } from '../../src/apiserver/api-request.ts';
import { applyPatch } from '../../src/apiserver/apply-patch.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { cogs, configMaps, HOLD, objectOf, statusOf, testServer } from './test-server.ts';

const owner = (uid: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: `n-${uid}`,
  uid,
  ...more,
});

/** What a patch makes of a map. */
function patched(type: PatchType, target: object, body: unknown): unknown {
  const result = applyPatch(target as ApiObject, type, body);
  return result.ok ? result.body : result.status;
}

describe('strategic merge patch', () => {
  const smp = (target: object, body: unknown): unknown => patched('strategic-merge', target, body);

  it('[PA-02] removes owner references by uid, every one of that uid', () => {
    const ownerReferences = [owner('a'), owner('b'), owner('a', { kind: 'Secret' })];
    const body = { ownerReferences: [{ $patch: 'delete', uid: 'a' }] };
    expect(smp({ ownerReferences }, body)).toEqual({ ownerReferences: [owner('b')] });
  });

  it('[PA-03] a uid that is not there is no error', () => {
    const body = { ownerReferences: [{ $patch: 'delete', uid: 'z' }] };
    expect(smp({ ownerReferences: [owner('a')] }, body)).toEqual({ ownerReferences: [owner('a')] });
  });

  it('[PA-05] merges owner references by uid and leaves the others', () => {
    const ownerReferences = [owner('a', { blockOwnerDeletion: true }), owner('b')];
    const body = {
      creationTimestamp: null,
      ownerReferences: [owner('a', { blockOwnerDeletion: false }), owner('c')],
    };
    expect(smp({ ownerReferences }, body)).toEqual({
      ownerReferences: [owner('a', { blockOwnerDeletion: false }), owner('c'), owner('b')],
    });
  });

  it('[PA-02] merges finalizers as a set', () => {
    expect(smp({ finalizers: ['a', 'b'] }, { finalizers: ['b', 'c'] })).toEqual({
      finalizers: ['a', 'b', 'c'],
    });
    expect(smp({ finalizers: ['a'] }, { finalizers: null })).toEqual({});
    const edited = {
      '$deleteFromPrimitiveList/finalizers': ['a'],
      '$setElementOrder/finalizers': ['c', 'b'],
    };
    expect(smp({ finalizers: ['a', 'b', 'c'] }, edited)).toEqual({ finalizers: ['c', 'b'] });
  });

  it('[PA-01] merges maps, removes with null and replaces other lists, as kubectl edit and apply need it', () => {
    const target = { labels: { a: '1', b: '2' }, args: [1, 2], spec: { deep: { x: 1, y: 2 } } };
    const body = { labels: { a: null, c: '3' }, args: [3], spec: { deep: { y: 3, z: null } } };
    expect(smp(target, body)).toEqual({
      labels: { b: '2', c: '3' },
      args: [3],
      spec: { deep: { x: 1, y: 3 } },
    });
  });

  it('[PA-01] merges containers by name, in the order that is asked for', () => {
    const containers = [
      { name: 'a', image: 'x:1', env: [{ name: 'K', value: 'v' }] },
      { name: 'b' },
    ];
    const body = {
      containers: [{ name: 'c' }, { name: 'a', image: 'x:2' }],
      '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }],
    };
    expect(smp({ containers }, body)).toEqual({
      containers: [
        { name: 'c' },
        { name: 'a', image: 'x:2', env: [{ name: 'K', value: 'v' }] },
        { name: 'b' },
      ],
    });
  });

  it('[PA-01] obeys $patch: replace, $patch: delete and $retainKeys', () => {
    expect(smp({ a: { x: 1 } }, { a: { $patch: 'replace', y: 2 } })).toEqual({ a: { y: 2 } });
    expect(smp({ a: { x: 1 } }, { a: { $patch: 'delete' } })).toEqual({ a: {} });
    expect(smp({ a: { x: 1, z: 1 } }, { a: { $retainKeys: ['x', 'y'], y: 2 } })).toEqual({
      a: { x: 1, y: 2 },
    });
    const ownerReferences = [owner('a'), owner('b')];
    const replaced = smp(
      { ownerReferences },
      { ownerReferences: [{ $patch: 'replace' }, owner('c')] },
    );
    expect(replaced).toEqual({ ownerReferences: [owner('c')] });
  });

  it('[PA-01] is a 415 for a custom resource, JSON merge patch is not', () => {
    const { server, add } = testServer();
    const target = add(cogs, 'c');
    expect(statusOf(server.patch(target, 'strategic-merge', {}))).toMatchObject({
      code: 415,
      reason: 'UnsupportedMediaType',
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    });
    expect(server.patch(target, 'merge', { spec: {} }).ok).toBe(true);
  });

  it('[PA-02] with the uid of another object of that name is a 422', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c', { ownerReferences: [owner('a')] } as object);
    const uid = read(target)?.metadata.uid;
    const body = (of: unknown): object => ({
      metadata: { uid: of, ownerReferences: [{ $patch: 'delete', uid: 'a' }] },
    });
    const status = statusOf(server.patch(target, 'strategic-merge', body('earlier')));
    expect(status).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(status.message).toBe(
      'ConfigMap "c" is invalid: metadata.uid: "earlier": field is immutable',
    );
    expect(
      objectOf(server.patch(target, 'strategic-merge', body(uid))).metadata.ownerReferences,
    ).toBeUndefined();
  });
});

describe('JSON merge patch', () => {
  it('[PA-04] replaces the whole list of owner references, null removes it', () => {
    expect(patched('merge', { o: [1, 2], l: { a: 1 } }, { o: [3], l: { a: null } })).toEqual({
      o: [3],
      l: {},
    });
    expect(patched('merge', { o: [1] }, { o: null })).toEqual({});
    expect(patched('merge', {}, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } });
  });

  it('[PA-04] is guarded by the resourceVersion in it: [PA-07] an older one is a 409', () => {
    const { server, add } = testServer();
    const target = add(cogs, 'c', { ownerReferences: [owner('a')] } as object);
    server.patch(target, 'merge', { spec: { a: 1 } });
    const body = (resourceVersion: string): object => ({
      metadata: { resourceVersion, ownerReferences: null },
    });
    expect(statusOf(server.patch(target, 'merge', body('1')))).toMatchObject({
      code: 409,
      reason: 'Conflict',
    });
    expect(
      objectOf(server.patch(target, 'merge', body('2'))).metadata.ownerReferences,
    ).toBeUndefined();
  });

  it('[VA-01] does not let a field named __proto__ reach further than its map', () => {
    const body: unknown = JSON.parse('{"data":{"__proto__":"yes"}}');
    for (const type of ['merge', 'strategic-merge'] as const) {
      const { server, add } = testServer();
      const object = objectOf(server.patch(add(configMaps, 'c'), type, body));
      expect(Object.getPrototypeOf(object.data)).toBe(Object.prototype);
      expect(JSON.stringify(object.data)).toBe('{"__proto__":"yes"}');
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('JSON patch', () => {
  it('[API-61] removes the finalizers of a terminating object, as kubectl patch --type=json does', () => {
    const { server, add, read } = testServer();
    const object = add(configMaps, 'c', HOLD);
    server.delete(object);
    expect(server.patch(object, 'json', [{ op: 'remove', path: '/metadata/finalizers' }]).ok).toBe(
      true,
    );
    expect(read(object)).toBeUndefined();
    expect(statusOf(server.patch(add(configMaps, 'd'), 'json', { op: 'x' }))).toMatchObject({
      code: 400,
    });
  });
});
