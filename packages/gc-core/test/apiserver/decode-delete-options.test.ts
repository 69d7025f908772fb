import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { configMaps, statusOf, testServer } from './test-server.ts';

describe('decodeDeleteOptions', () => {
  it('[VA-13] takes whole numbers of 64 bits', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c', { finalizers: ['example.com/hold'] });
    expect(server.delete(target, { gracePeriodSeconds: -(2 ** 63) }).ok).toBe(true);
    expect(statusOf(server.delete(target, { gracePeriodSeconds: 2 ** 63 })).code).toBe(400);
  });

  it.each<[unknown, string]>([
    [
      [],
      'couldn\'t get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }',
    ],
    [
      { kind: 1 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
    [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [{ apiVersion: 'a/' }, `Object 'apiVersion' is missing in '{"apiVersion":"a/"}'`],
    [
      { propagationPolicy: 1 },
      'json: cannot unmarshal number into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation',
    ],
    [
      { orphanDependents: 'true' },
      'json: cannot unmarshal string into Go struct field DeleteOptions.orphanDependents of type bool',
    ],
    [
      { gracePeriodSeconds: 0.5 },
      'json: cannot unmarshal number 0.5 into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
    [
      { dryRun: 'All' },
      'json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string',
    ],
    [
      { dryRun: ['All', 1] },
      'json: cannot unmarshal number into Go struct field DeleteOptions.dryRun of type string',
    ],
    [
      { preconditions: 'x' },
      'json: cannot unmarshal string into Go struct field DeleteOptions.preconditions of type v1.Preconditions',
    ],
    [
      { preconditions: { uid: 1 } },
      'json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid of type types.UID',
    ],
    [
      { kind: 'Foo', apiVersion: 'v1' },
      'no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { kind: 'Foo', apiVersion: null },
      'no kind "Foo" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { kind: 'ListOptions' },
      'converting (v1.ListOptions) to (v1.DeleteOptions): unknown conversion',
    ],
    [
      { kind: 'ListOptions', apiVersion: 'v7' },
      'no kind "ListOptions" is registered for version "v7" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      { kind: 'APIGroupList', apiVersion: 'v7' },
      'converting (v1.APIGroupList) to (v1.DeleteOptions): unknown conversion',
    ],
    [
      { kind: 'Status', apiVersion: 'v7' },
      'converting (v1.Status) to (v1.DeleteOptions): unknown conversion',
    ],
  ])('[VA-13] %j are no options: a 400 in the words of the server', (options, message) => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c');
    const given = options as DeleteOptions;
    expect(statusOf(server.delete(target, given))).toMatchObject({ code: 400, message });
    const all = server.deleteCollection(configMaps, 'ns', given);
    expect(all).toMatchObject({ ok: false, status: { code: 400 } });
    expect(read(target)).toBeDefined();
  });

  it('[API-01] takes null for absent', () => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c');
    const options: unknown = {
      propagationPolicy: null,
      dryRun: null,
      preconditions: { uid: null },
    };
    expect(server.delete(target, options as DeleteOptions).ok).toBe(true);
    expect(read(target)).toBeUndefined();
  });

  it.each<[object]>([[{ kind: '' }], [{ kind: null }], [{ kind: 'DeleteOptions' }]])(
    '[API-01] %j are options, of any version',
    (options) => {
      const { server, add } = testServer();
      const given: object = { ...options, apiVersion: 'v7' };
      expect(server.delete(add(configMaps, 'c'), given).ok).toBe(true);
    },
  );
});
