import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { configMaps, manifest, statusOf, targetOf, testServer } from './test-server.ts';

const faulty: Manifest = { ...manifest(configMaps, 'c'), foo: 1, bar: 2 };
const words = ['unknown field "foo"', 'unknown field "bar"'];

describe('unknown fields', () => {
  it('[VA-14] are dropped in silence where that is asked for', () => {
    const { server } = testServer();
    const options = { fieldValidation: 'Ignore' };
    expect(server.create(configMaps, 'ns', faulty, options)).toMatchObject({
      ok: true,
      warnings: [],
    });
  });

  it('[VA-14] are refused where that is asked for', () => {
    const { server, add } = testServer();
    const options = { fieldValidation: 'Strict' };
    expect(statusOf(server.create(configMaps, 'ns', faulty, options))).toMatchObject({
      code: 400,
      message: words.join(', '),
    });
    const target = add(configMaps, 'd');
    expect(statusOf(server.patch(target, 'strategic-merge', { foo: 1 }, options))).toMatchObject({
      code: 422,
      message: 'patch is invalid: patch: unknown field "foo"',
    });
    expect(server.patch(target, 'merge', {}, options).ok).toBe(true);
  });

  it('[VA-14] an unknown way to treat them is Invalid, before anything is read', () => {
    const { server } = testServer();
    const options = { fieldValidation: 'strict' };
    const message = 'fieldValidation: unsupported value; supported are Ignore, Strict, Warn';
    const target = targetOf(configMaps, 'nope');
    const unreadable: unknown = [];
    for (const [kind, result] of [
      ['CreateOptions', server.create(configMaps, 'ns', unreadable as Manifest, options)],
      ['UpdateOptions', server.update(target, unreadable as Manifest, options)],
      ['PatchOptions', server.patch(target, 'merge', unreadable, options)],
    ] as const) {
      expect(statusOf(result)).toMatchObject({
        code: 422,
        message: `${kind}.meta.k8s.io is invalid: ${message}`,
      });
    }
  });

  it('[VA-14] are dropped in silence before 1.25', () => {
    const { server } = testServer({ release: RELEASES['v1.17'] });
    const options = { fieldValidation: 'Strict' };
    expect(server.create(configMaps, 'ns', faulty, options)).toMatchObject({
      ok: true,
      warnings: [],
    });
    const target = targetOf(configMaps, 'c');
    const unknown = { fieldValidation: 'x' };
    expect(server.patch(target, 'merge', { foo: 1 }, unknown)).toMatchObject({ warnings: [] });
  });
});
