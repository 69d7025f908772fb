import { describe, expect, it } from 'vitest';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { configMaps, HOLD, statusOf, testServer } from './test-server.ts';

describe('decodeDeleteOptions', () => {
  it('[VA-13] takes whole numbers of 64 bits', () => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c', HOLD);
    expect(server.delete(target, { gracePeriodSeconds: -(2 ** 63) }).ok).toBe(true);
    expect(statusOf(server.delete(target, { gracePeriodSeconds: 2 ** 63 })).code).toBe(400);
  });

  it.each<[unknown, string]>([
    [[], 'the body must be an object'],
    [{ apiVersion: 'a/b/c' }, 'apiVersion must be <version> or <group>/<version>'],
    [{ apiVersion: 'a/' }, 'the options of a DELETE must be a DeleteOptions of some version'],
    [{ propagationPolicy: 1 }, 'propagationPolicy must be a string'],
    [{ dryRun: ['All', 1] }, 'dryRun[1] must be a string'],
    [{ preconditions: 'x' }, 'preconditions must be an object'],
    [{ preconditions: { uid: 1 } }, 'preconditions.uid must be a string'],
  ])('[VA-13] %j are no options: a 400 that says why', (options, message) => {
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
});
