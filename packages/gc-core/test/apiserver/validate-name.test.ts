import { describe, expect, it } from 'vitest';
import { validateName } from '../../src/apiserver/validate-name.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { cogs, configMaps, kind, namespaces, statusOf, testServer } from './test-server.ts';

const clusterRoles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
const services = kind('v1', 'Service');
const cronJobs = kind('batch/v1', 'CronJob');

/** The fields at fault of a new object. */
function faultsOf(resource: ApiResource, name: string, generateName?: string): string[] {
  const meta = { name, ...(generateName === undefined ? {} : { generateName }) };
  return validateName(resource, meta, RELEASES['v1.36']).map(({ field }) => field);
}

describe('names of new objects', () => {
  it.each([
    ['a dot of a StatefulSet', kind('apps/v1', 'StatefulSet'), 'a.b'],
    ['a path of two segments', clusterRoles, 'a/b'],
    ['an escaped segment', clusterRoles, 'a%2fb'],
    ['the folder above', clusterRoles, '..'],
    ['53 bytes of a CronJob', cronJobs, 'a'.repeat(53)],
  ])('[VA-12] refuse %s', (_name, resource, name) => {
    expect(faultsOf(resource, name)).toEqual(['metadata.name']);
  });

  it('[VA-12] are refused with the name and with what is allowed', () => {
    expect(validateName(namespaces, { name: 'Web' }, RELEASES['v1.36'])[0]?.message).toBe(
      `"Web": must be at most 63 lowercase letters, digits or '-', with a letter or digit at both ends (RFC 1123 label)`,
    );
  });

  it('[VA-12] of Services begin with a letter in 1.28', () => {
    const faults = (name: string, generateName = 'a'): string[] =>
      validateName(services, { name, generateName }, RELEASES['v1.28']).map(({ field }) => field);
    expect(faults('a1')).toEqual([]);
    for (const name of ['1a', 'a.b', 'a'.repeat(64)]) {
      expect(faults(name)).toEqual(['metadata.name']);
    }
    expect(faults('a', '1')).toEqual(['metadata.generateName']);
  });

  it('[VA-12] of a generated name only the dash at its end is passed over', () => {
    const generate = (generateName: string): string[] => faultsOf(configMaps, 'n', generateName);
    expect(generate('a-b-')).toEqual([]);
    expect(generate('a-b--')).toEqual([]);
    expect(generate('-')).toEqual(['metadata.generateName']);
    expect(generate('A-b-')).toEqual(['metadata.generateName']);
    // Half of a letter is left of it.
    expect(generate('aé-')).toEqual(['metadata.generateName']);
    expect(faultsOf(cronJobs, 'a', 'a'.repeat(60))).toEqual([]);
  });

  it('[VA-12] that are path segments are generated from anything without a slash', () => {
    for (const prefix of ['..', '.', 'A b'])
      expect(faultsOf(clusterRoles, 'n', prefix)).toEqual([]);
    expect(faultsOf(clusterRoles, 'n', '/-')).toEqual(['metadata.generateName']);
  });

  it('[VA-12] an update looks at what they are made from: it fits into a path, and into its kind', () => {
    const { server, add } = testServer();
    const change = (resource: ApiResource, generateName: string): string | undefined => {
      const target = add(resource, 'n');
      const result = server.patch(target, 'merge', { metadata: { generateName } });
      server.delete(target);
      return result.ok ? undefined : statusOf(result).details?.causes?.[0]?.field;
    };
    expect(change(configMaps, 'b-')).toBeUndefined();
    expect(change(configMaps, 'B_')).toBe('metadata.generateName');
    expect(change(cogs, 'B_')).toBeUndefined();
    expect(change(cogs, 'B/')).toBe('metadata.generateName');
  });
});
