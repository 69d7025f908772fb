import { describe, expect, it } from 'vitest';
import { validateName } from '../../src/apiserver/validate-name.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { cogs, configMaps, kind, namespaces, statusOf, testServer } from './test-server.ts';

const cronJobs = kind('batch/v1', 'CronJob');

/** The fields at fault of a new object. */
function faultsOf(resource: ApiResource, name: string, generateName?: string): string[] {
  const meta = { name, ...(generateName === undefined ? {} : { generateName }) };
  return validateName(resource, meta, RELEASES['v1.36']).map(({ field }) => field);
}

describe('names of new objects', () => {
  it('[VA-12] refuse 53 bytes of a CronJob', () => {
    expect(faultsOf(cronJobs, 'a'.repeat(53))).toEqual(['metadata.name']);
  });

  it('[VA-12] are refused with the name and with what is allowed', () => {
    expect(validateName(namespaces, { name: 'Web' }, RELEASES['v1.36'])[0]?.message).toBe(
      `"Web": must be at most 63 lowercase letters, digits or '-', with a letter or digit at both ends (RFC 1123 label)`,
    );
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
