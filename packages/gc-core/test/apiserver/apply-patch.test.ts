import { describe, expect, it } from 'vitest';
import { applyPatch, decodePatched } from '../../src/apiserver/apply-patch.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { cogs, configMaps, manifest, namespaces, statusOf, testServer } from './test-server.ts';

/** What is said of what a patch made of the object named `q`. */
function statusOfPatched(resource: ApiResource, body: unknown): unknown {
  const decoded = decodePatched(resource, 'q', body);
  return decoded.ok ? 'none' : decoded.status;
}

describe('what a patch made', () => {
  it('[VA-01] is a fault of the patch if a built-in kind, or metadata, has another shape', () => {
    const message =
      'Invalid value: "{\\"metadata\\":{\\"finalizers\\":\\"x\\"}}": Cog in version "v1" cannot be handled as a Cog: metadata.finalizers must be a list of strings';
    expect(statusOfPatched(cogs, { metadata: { finalizers: 'x' } })).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: ` "" is invalid: patch: ${message}`,
      reason: 'Invalid',
      details: { kind: '', causes: [{ reason: 'FieldValueInvalid', message, field: 'patch' }] },
      code: 422,
    });
    expect(statusOfPatched(configMaps, { kind: 'Foo' })).toMatchObject({
      message:
        ' "" is invalid: patch: Invalid value: "{\\"kind\\":\\"Foo\\"}": ConfigMap in version "v1" cannot be handled as a ConfigMap: the kind in the data is Foo',
    });
    expect(statusOfPatched(namespaces, 7)).toMatchObject({
      message: expect.stringMatching(/patch: Invalid value: "7": .* must be a JSON object$/),
    });
  });

  it('[VA-01] is a fault of a custom resource, by the name it has then, if its coordinates changed', () => {
    const more = { apiVersion: 'other.com/v1', kind: 'Foo' };
    expect(statusOfPatched(cogs, { ...manifest(cogs, 'q'), ...more })).toMatchObject({
      code: 422,
      message:
        'Foo.other.com "q" is invalid: [kind: Invalid value: "Foo": must be Cog, apiVersion: Invalid value: "other.com/v1": must be gc.example.com/v1]',
      details: { name: 'q', group: 'other.com', kind: 'Foo' },
    });
    expect(statusOfPatched(cogs, { metadata: { name: 'q' } })).toBe('none');
    expect(statusOfPatched(cogs, { ...manifest(cogs, 'q'), kind: null, apiVersion: null })).toBe(
      'none',
    );
    expect(statusOfPatched(cogs, 7)).toMatchObject({
      message: expect.stringContaining('the object must be a JSON object'),
    });
  });

  it.each<[unknown]>([
    [{ op: 'remove', path: '' }],
    [{ op: 'replace', path: '', value: 5 }],
    [{ op: 'add', path: '', value: [] }],
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

  it('[PA-01] (strategic merge) keeps apiVersion and kind; a patch that is no map is a 400', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'q', uid: 'u' } };
    const body = { kind: 'Foo', apiVersion: null, data: { a: 'b' } };
    expect(applyPatch(object, 'strategic-merge', body)).toEqual({
      ok: true,
      body: { ...object, data: { a: 'b' } },
    });
    expect(applyPatch(object, 'strategic-merge', [])).toMatchObject({
      ok: false,
      status: {
        code: 400,
        reason: 'BadRequest',
        message: 'the patch cannot be applied: the patch must be a JSON object',
      },
    });
  });
});
