import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { configMaps, statusOf, testServer } from './test-server.ts';

describe('decodeDeleteOptions', () => {
  it.each<[string, unknown, string]>([
    ['a list', [], 'the options must be a JSON object'],
    ['a policy that is a number', { propagationPolicy: 1 }, 'propagationPolicy must be a string'],
    ['orphanDependents as text', { orphanDependents: 'true' }, 'must be true or false'],
    ['half a second of grace', { gracePeriodSeconds: 0.5 }, 'must be a whole number'],
    ['dryRun as text', { dryRun: 'All' }, 'dryRun must be a list of strings'],
    ['dryRun with a number in it', { dryRun: ['All', 1] }, 'dryRun must be a list of strings'],
    [
      'preconditions as text',
      { preconditions: 'x' },
      'preconditions must be an object with uid and resourceVersion as strings',
    ],
    ['a kind that is a number', { kind: 1 }, 'kind must be a string'],
    ['a uid that is a number', { preconditions: { uid: 1 } }, 'uid and resourceVersion as strings'],
    ['a version that is a number', { preconditions: { resourceVersion: 1 } }, 'as strings'],
  ])('[API-01] answers 400 to options with %s', (_name, options, message) => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c');
    const status = statusOf(server.delete(target, options as DeleteOptions));
    expect(status).toMatchObject({ code: 400 });
    expect(status.message).toMatch(/^DeleteOptions cannot be read: /);
    expect(status.message).toContain(message);
    const all = server.deleteCollection(configMaps, 'ns', options as DeleteOptions);
    expect(statusOf(all)).toMatchObject({ code: 400 });
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

  it.each<[object, string]>([
    [{ kind: 'Foo', apiVersion: 'v1' }, 'no kind "Foo" is registered for version "v1"'],
    [{ kind: 'Foo' }, 'no kind "Foo" is registered for version "meta.k8s.io/v1"'],
    [{ kind: 'Foo', apiVersion: null }, 'no kind "Foo" is registered for version "meta.k8s.io/v1"'],
  ])('[API-01] %j is no options', (options, message) => {
    const { server, add } = testServer();
    expect(statusOf(server.delete(add(configMaps, 'c'), options))).toMatchObject({
      code: 400,
      message,
    });
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
