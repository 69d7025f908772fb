import { describe, expect, it } from 'vitest';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { cogs, configMaps, kind, manifest, statusOf, testServer } from './test-server.ts';

const roles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');

/** What is said of what a merge patch makes of an object named `q`. */
function statusOfMerged(resource: ApiResource, body: unknown): unknown {
  const { server, add } = testServer();
  const result = server.patch(add(resource, 'q'), 'merge', body);
  return result.ok ? 'none' : result.status;
}

describe('what a patch made', () => {
  it('[VA-13] is a fault of the patch if it cannot be read: told by all of it', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'q');
    const [operation] = [{ op: 'replace', path: '', value: [1] }];
    const words =
      'couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    const message = `Invalid value: "[1]": ${words}`;
    expect(statusOf(server.patch(target, 'json', [operation]))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: ` "" is invalid: patch: ${message}`,
      reason: 'Invalid',
      details: { causes: [{ reason: 'FieldValueInvalid', message, field: 'patch' }] },
      code: 422,
    });
  });

  it('[VA-13] (strategic merge) is told by the patch, in words of its own', () => {
    const { server, add } = testServer();
    const body = { metadata: { labels: { a: 5 } } };
    expect(statusOf(server.patch(add(configMaps, 'q'), 'strategic-merge', body))).toMatchObject({
      code: 422,
      message:
        ' "" is invalid: patch: Invalid value: "map[metadata:map[labels:map[a:5]]]": cannot convert int64 to string',
    });
  });

  it.each<[string, ApiResource, object, number, RegExp]>([
    ['ConfigMap', configMaps, { kind: 'Foo' }, 422, /no kind "Foo" is registered for version "v1"/],
    ['ConfigMap', configMaps, { apiVersion: 'v1/' }, 422, /: Object 'apiVersion' is missing in '/],
    ['ConfigMap', configMaps, { apiVersion: null }, 400, /was undeterminable: name must be provid/],
    ['ConfigMap', configMaps, { apiVersion: '', kind: null }, 400, /was undeterminable: name must/],
    [
      ...(['ConfigMap', configMaps, { apiVersion: '', kind: 'Foo' }, 422] as const),
      /no kind "Foo" is registered for the internal version of group "" in scheme/,
    ],
    [
      ...(['ConfigMap', configMaps, { apiVersion: '', kind: 'Secret' }, 422] as const),
      /: converting \(core\.Secret\) to \(core\.ConfigMap\): unknown conversion$/,
    ],
    [
      ...(['ConfigMap', configMaps, { apiVersion: '', kind: 'Status' }, 422] as const),
      /: converting \(v1\.Status\) to \(core\.ConfigMap\): unknown conversion$/,
    ],
    ['ClusterRole', roles, { apiVersion: null, kind: 'Pod' }, 422, /of group "rbac\.authorization/],
    ['ClusterRole', roles, { apiVersion: null }, 400, /was undeterminable/],
    ['Cog', cogs, { kind: null }, 422, /: Object 'Kind' is missing in '/],
    ['Cog', cogs, { metadata: [] }, 422, /array into Go value of type v1\.ObjectMeta$/],
  ])(
    '[VA-13] (%s, %#) with other coordinates is refused',
    (_kind, resource, body, code, message) => {
      const expected = { code, message: expect.stringMatching(message) };
      expect(statusOfMerged(resource, body)).toMatchObject(expected);
    },
  );

  it('[VA-13] of a custom resource without a version is an error of the server', () => {
    const reason = "Object 'apiVersion' is missing in 'object has no apiVersion field'";
    for (const apiVersion of [null, '', '/', 'a/']) {
      expect(statusOfMerged(cogs, { apiVersion })).toMatchObject({
        code: 500,
        reason: 'InternalError',
        message: `Internal error occurred: ${reason}`,
        details: { causes: [{ message: reason }] },
      });
    }
  });

  it('[VA-13] is a fault of a custom resource, by the name it has then, if its coordinates changed', () => {
    const more = { apiVersion: 'other.com/v1', kind: 'Foo' };
    expect(statusOfMerged(cogs, more)).toMatchObject({
      code: 422,
      message:
        'Foo.other.com "q" is invalid: [kind: Invalid value: "Foo": must be Cog, apiVersion: Invalid value: "other.com/v1": must be gc.example.com/v1]',
      details: { name: 'q', group: 'other.com', kind: 'Foo' },
    });
    expect(statusOfMerged(cogs, {})).toBe('none');
    expect(statusOfMerged(configMaps, { kind: null })).toBe('none');
    const { server } = testServer();
    const nut = { ...manifest(cogs, 'n', { labels: { '': '' } }), kind: 'Nut' };
    expect(statusOf(server.create(cogs, 'ns', nut)).message).toBe(
      'Nut.gc.example.com "n" is invalid: kind: Invalid value: "Nut": must be Cog',
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
      expect(statusOf(server.patch(target, 'json', [operation]))).toMatchObject({
        code: 422,
        message: 'the server rejected our request due to an error in our request',
      });
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
