import { describe, expect, it } from 'vitest';
import type { PatchType } from '../../src/apiserver/api-request.ts';
import { applyPatch } from '../../src/apiserver/apply-patch.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { cogs, configMaps, manifest, objectOf, statusOf, testServer } from './test-server.ts';

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

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);

/** The answer to a merge patch of an object named `q`. */
function statusOfMerged(resource: ApiResource, body: unknown): unknown {
  const { server, add } = testServer();
  const result = server.patch(add(resource, 'q'), 'merge', body);
  return result.ok ? 'none' : result.status;
}

describe('strategic merge patch', () => {
  const smp = (target: object, body: unknown): unknown => patched('strategic-merge', target, body);

  it('[PA-03] a uid that is not there is no error', () => {
    const body = { ownerReferences: [{ $patch: 'delete', uid: 'z' }] };
    expect(smp({ ownerReferences: [owner('a')] }, body)).toEqual({ ownerReferences: [owner('a')] });
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
});

describe('JSON merge patch', () => {
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

describe('a patch', () => {
  it.each<[PatchType, unknown, string]>([
    ['json', [{ op: 5 }], 'the patch cannot be read: [0].op must be a string'],
    ['merge', null, 'the patch must be an object'],
    ['strategic-merge', true, 'the patch must be an object'],
    ['merge', 7, 'the patch must be an object'],
    ['json', [DEEP], 'the patch is nested too deep'],
  ])('[VA-13] (%s) %j cannot be read: a 400 that says why', (type, body, message) => {
    expect(patched(type, {}, body)).toMatchObject({ code: 400, message });
  });

  it('[PA-01] (merge) takes the nulls out of the maps in its lists, and leaves those of the list', () => {
    const a = [null, { b: null, c: { d: null } }, [{ e: null }]];
    expect(patched('merge', { a: [1] }, { a })).toEqual({ a: [null, { c: {} }, [{}]] });
  });
});

describe('what a patch made', () => {
  it('[VA-13] is a fault of the patch if it cannot be read', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'q');
    const operation = { op: 'replace', path: '', value: [1] };
    expect(statusOf(server.patch(target, 'json', [operation]))).toMatchObject({
      message: 'patch is invalid: patch: the body must be an object',
      reason: 'Invalid',
      details: { causes: [{ reason: 'FieldValueInvalid', field: 'patch' }] },
      code: 422,
    });
    const body = { metadata: { labels: { a: 5 } } };
    expect(statusOf(server.patch(target, 'strategic-merge', body))).toMatchObject({
      code: 422,
      message: 'patch is invalid: patch: metadata.labels.a must be a string',
    });
  });

  it('[VA-13] (ConfigMap) without coordinates is refused', () => {
    expect(statusOfMerged(configMaps, { apiVersion: '', kind: null })).toMatchObject({ code: 422 });
  });

  it('[VA-13] is a fault of a custom resource, by the name it has then, if its coordinates changed', () => {
    const more = { apiVersion: 'other.com/v1', kind: 'Foo' };
    expect(statusOfMerged(cogs, more)).toMatchObject({
      code: 422,
      message:
        'Foo.other.com "q" is invalid: kind: "Foo": must be Cog; apiVersion: "other.com/v1": must be gc.example.com/v1',
      details: { name: 'q', group: 'other.com', kind: 'Foo' },
    });
    expect(statusOfMerged(cogs, {})).toBe('none');
    const { server } = testServer();
    const nut = { ...manifest(cogs, 'n', { labels: { '': '' } }), kind: 'Nut' };
    expect(statusOf(server.create(cogs, 'ns', nut)).message).toBe(
      'Nut.gc.example.com "n" is invalid: kind: "Nut": must be Cog',
    );
  });

  it('[VA-01] {"op":"replace","path":"","value":null} leaves no object, which no JSON patch can do', () => {
    const { server, add, read } = testServer();
    for (const resource of [configMaps, cogs]) {
      const target = add(resource, 'c');
      expect(
        statusOf(server.patch(target, 'json', [{ op: 'replace', path: '', value: null }])),
      ).toMatchObject({ code: 422 });
      expect(read(target)).toBeDefined();
    }
  });
});
