import { describe, expect, it } from 'vitest';
import { type ApiResult, ApiServer } from '../../src/apiserver/api-server.ts';
import type { ApiObject, Manifest } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

/** A server of the release, with an object created on it; returns the warnings of the create and of a DELETE without policy. */
function createAndDelete(
  release: Release,
  manifest: Manifest,
): { created: readonly string[]; stored: ApiObject; deleted: readonly string[] } {
  const table = ResourceTable.builtIn([], new Set(), release);
  const server = new ApiServer({ release: RELEASES[release], table, now: () => 0 });
  const resource = table.forKind(manifest.apiVersion, manifest.kind);
  if (!resource) throw new Error(`${manifest.kind} is not served`);
  const created = server.create(resource, 'ns', manifest);
  if (!created.ok) throw new Error(created.status.message);
  const deleted = server.delete({ resource, namespace: 'ns', name: 'a' });
  return {
    created: created.warnings,
    stored: created.object as ApiObject,
    deleted: deleted.warnings,
  };
}

const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'ns', name: 'a' } };
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o' };
const twice = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'ns', name: 'a', ownerReferences: [owner, { ...owner }] },
};

describe('answers of a release', () => {
  it.each([
    ['v1.4', 0],
    ['v1.13', 0],
    ['v1.17', 0],
    ['v1.28', 1],
    ['v1.36', 1],
  ] as const)('[API-76] %s warns %i times that the Pods of a Job stay', (release, count) => {
    expect(createAndDelete(release, job).deleted).toHaveLength(count);
  });

  it.each([
    ['v1.4', 2, 0],
    ['v1.13', 2, 0],
    ['v1.17', 2, 0],
    ['v1.28', 1, 1],
    ['v1.36', 1, 1],
  ] as const)(
    '[DM-12] %s stores a reference given twice %i times, with %i warnings',
    (release, stored, warnings) => {
      const result = createAndDelete(release, twice);
      expect(result.stored.metadata.ownerReferences).toHaveLength(stored);
      expect(result.created).toHaveLength(warnings);
    },
  );

  it.each(Object.keys(RELEASES) as Release[])(
    '[API-31] [API-35] [VA-09] %s answers as 1.28 or as 1.36',
    (release) => {
      const isNew = release === 'v1.36';
      const table = ResourceTable.builtIn([], new Set(), release);
      const server = new ApiServer({ release: RELEASES[release], table, now: () => 0 });
      const resource = table.forKind('v1', 'Pod');
      if (!resource) throw new Error('Pods are not served');
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
      const created = server.create(resource, 'ns', pod);
      expect(created.ok && (created.object as ApiObject).metadata.generation).toBe(
        isNew ? 1 : undefined,
      );
      const target = { resource, namespace: 'ns', name: 'a' };
      const code = (result: ApiResult): number | undefined =>
        result.ok ? result.code : result.status.code;
      expect(code(server.delete(target, { gracePeriodSeconds: 'x' } as never))).toBe(
        isNew ? 400 : 500,
      );
      const missing = { ...target, name: 'b' };
      const named = { ...pod, metadata: { name: 'b', uid: 'u' } };
      expect(code(server.update(missing, named))).toBe(isNew ? 404 : 409);
      expect(code(server.update({ ...missing, subresource: 'scale' }, named))).toBe(404);
    },
  );

  it.each([
    ['v1.28', '2026-01-01T00:00:01Z', 1],
    ['v1.36', '2026-01-01T00:00:10Z', 1],
  ] as const)('[API-53] %s: a grace of 1 that is over ends at %s', (release, end, grace) => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const table = ResourceTable.builtIn([], new Set(), release);
    const server = new ApiServer({ release: RELEASES[release], table, now: () => now });
    const resource = table.forKind('v1', 'Pod');
    if (!resource) throw new Error('Pods are not served');
    const spec = { nodeName: 'n', terminationGracePeriodSeconds: 60 };
    server.create(resource, 'ns', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec });
    const target = { resource, namespace: 'ns', name: 'a' };
    server.delete(target);
    now += 10_000;
    expect(server.delete(target, { gracePeriodSeconds: grace })).toMatchObject({
      object: { metadata: { deletionTimestamp: end, deletionGracePeriodSeconds: grace } },
    });
  });

  it('[API-03] a policy nobody knows is refused, where policies are known at all', () => {
    const answers = (Object.keys(RELEASES) as Release[]).map((release) => {
      const table = ResourceTable.builtIn([], new Set(), release);
      const server = new ApiServer({ release: RELEASES[release], table, now: () => 0 });
      const resource = table.forKind('v1', 'Secret');
      if (!resource) throw new Error('Secrets are not served');
      server.create(resource, 'ns', twice);
      const target = { resource, namespace: 'ns', name: 'a' };
      return server.delete(target, { propagationPolicy: 'Sideways' }).ok;
    });
    expect(answers).toEqual([true, false, false, false, false]);
  });
});
