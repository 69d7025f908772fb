import { describe, expect, it } from 'vitest';
import type { PatchType } from '../../src/apiserver/api-request.ts';
import { applyPatch } from '../../src/apiserver/apply-patch.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { cogs, configMaps, kind, manifest, statusOf, testServer } from './test-server.ts';

const DEEP = JSON.parse(`${'['.repeat(501)}${']'.repeat(501)}`);
const roles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');

/** What a patch makes of a map. */
function patched(type: PatchType, target: object, body: unknown): unknown {
  const result = applyPatch(target as ApiObject, type, body);
  return result.ok ? result.body : result.status;
}

/** The answer to a merge patch of an object named `q`. */
function statusOfMerged(resource: ApiResource, body: unknown): unknown {
  const { server, add } = testServer();
  const result = server.patch(add(resource, 'q'), 'merge', body);
  return result.ok ? 'none' : result.status;
}

describe('a patch', () => {
  it.each<[PatchType, unknown, string]>([
    ['json', {}, 'the patch cannot be read: the body must be a list'],
    ['json', [{ op: 5 }], 'the patch cannot be read: [0].op must be a string'],
    ['merge', [], 'the patch must be an object'],
    ['merge', null, 'the patch must be an object'],
    ['strategic-merge', true, 'the patch must be an object'],
    ['merge', 7, 'the patch must be an object'],
    ['json', [DEEP], 'the patch is nested too deep'],
    ['merge', { a: DEEP }, 'the patch is nested too deep'],
  ])('[VA-13] (%s) %j cannot be read: a 400 that says why', (type, body, message) => {
    expect(patched(type, {}, body)).toMatchObject({ code: 400, message });
  });

  it.each([
    ['json', [{ op: 'remove', path: '/nothing' }], 422, 'Invalid'],
    ['strategic-merge', { $patch: 'sideways' }, 500, undefined],
  ] as const)('[PA-01] (%s) %j cannot be applied', (type, body, code, reason) => {
    const refused = patched(type, {}, body) as { code: number; reason?: string };
    expect([refused.code, refused.reason]).toEqual([code, reason]);
  });

  it.each(['json', 'strategic-merge'] as const)('[VA-13] (%s) may be null', (type) => {
    expect(patched(type, { a: 1 }, null)).toEqual({ a: 1 });
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

  it.each<[string, ApiResource, object, number]>([
    ['ConfigMap', configMaps, { kind: 'Foo' }, 422],
    ['ConfigMap', configMaps, { apiVersion: 'v1/' }, 422],
    ['ConfigMap', configMaps, { apiVersion: 'a/b/c' }, 422],
    ['ConfigMap', configMaps, { apiVersion: null }, 400],
    ['ConfigMap', configMaps, { apiVersion: '', kind: null }, 400],
    ['ConfigMap', configMaps, { apiVersion: '', kind: 'Secret' }, 422],
    ['ClusterRole', roles, { apiVersion: null, kind: 'Pod' }, 422],
    ['Cog', cogs, { kind: null }, 422],
    ['Cog', cogs, { metadata: [] }, 422],
    ['Cog', cogs, { apiVersion: null }, 500],
    ['Cog', cogs, { apiVersion: 'a/' }, 500],
  ])('[VA-13] (%s, %#) with other coordinates is refused', (_kind, resource, body, code) => {
    expect(statusOfMerged(resource, body)).toMatchObject({ code });
  });

  it('[VA-13] may name another version of its kind', () => {
    const roles = { apiVersion: 'rbac.authorization.k8s.io/v1beta1' };
    expect(statusOfMerged(kind('rbac.authorization.k8s.io/v1', 'ClusterRole'), roles)).toBe('none');
    expect(statusOfMerged(configMaps, { kind: null })).toBe('none');
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

  it.each<[unknown]>([
    [{ op: 'remove', path: '' }],
    [{ op: 'replace', path: '', value: 5 }],
    [{ op: 'replace', path: '', value: null }],
    [{ op: 'add', path: '', value: {} }],
  ])('[VA-01] %j leaves no object, which no JSON patch can do', (operation) => {
    const { server, add, read } = testServer();
    for (const resource of [configMaps, cogs]) {
      const target = add(resource, 'c');
      expect(statusOf(server.patch(target, 'json', [operation]))).toMatchObject({ code: 422 });
      expect(read(target)).toBeDefined();
    }
  });

  it('[PA-01] (strategic merge) keeps apiVersion and kind', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c');
    const body = { kind: 'Foo', apiVersion: null, data: { a: 'b' } };
    expect(server.patch(target, 'strategic-merge', body).ok).toBe(true);
    expect(read(target)).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'b' } });
  });
});
