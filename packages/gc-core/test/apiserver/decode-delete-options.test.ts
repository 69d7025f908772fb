import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { configMaps, statusOf, testServer } from './test-server.ts';

describe('decodeDeleteOptions', () => {
  it.each<[string, unknown]>([
    ['a list', []],
    ['a policy that is a number', { propagationPolicy: 1 }],
    ['orphanDependents as text', { orphanDependents: 'true' }],
    ['half a second of grace', { gracePeriodSeconds: 0.5 }],
    ['dryRun as text', { dryRun: 'All' }],
    ['preconditions as text', { preconditions: 'x' }],
    ['a uid that is a number', { preconditions: { uid: 1 } }],
  ])('[API-01] answers 400 to options with %s', (_name, options) => {
    const { server, add, read } = testServer();
    const target = add(configMaps, 'c');
    expect(statusOf(server.delete(target, options as DeleteOptions))).toMatchObject({ code: 400 });
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
});
