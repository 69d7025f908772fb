import { describe, expect, it } from 'vitest';
import { type ApiResult, ApiServer, type RequestTarget } from '../../src/apiserver/api-server.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import type { ApiObject, Manifest } from '../../src/meta/object-meta.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { ownedBy } from '../support/nodes.ts';

interface Served {
  readonly server: ApiServer;
  readonly resource: ApiResource;
  readonly target: RequestTarget;
}

/** A server of the release, and where it keeps object `ns/a` of the kind. */
function serverOf(
  release: Release,
  { apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>,
  now: () => number = () => 0,
): Served {
  const table = ResourceTable.builtIn([], new Set(), release);
  const resource = table.forKind(apiVersion, kind) ?? expect.fail(`${kind} is not served`);
  const server = new ApiServer({ release: RELEASES[release], table, now });
  return { server, resource, target: { resource, namespace: 'ns', name: 'a' } };
}

/** A server of the release, with an object created on it; returns the warnings of the create and of a DELETE without policy. */
function createAndDelete(
  release: Release,
  manifest: Manifest,
): { created: readonly string[]; stored: ApiObject; deleted: readonly string[] } {
  const { server, resource, target } = serverOf(release, manifest);
  const created = server.create(resource, 'ns', manifest);
  if (!created.ok) throw new Error(created.status.message);
  const deleted = server.delete(target);
  return {
    created: created.warnings,
    stored: created.object as ApiObject,
    deleted: deleted.warnings,
  };
}

const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'ns', name: 'a' } };
const owner = ownedBy('o');
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
      const { server, resource, target } = serverOf(release, pod);
      const created = server.create(resource, 'ns', pod);
      expect(created.ok && (created.object as ApiObject).metadata.generation).toBe(
        isNew ? 1 : undefined,
      );
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
    const { server, resource, target } = serverOf(release, pod, () => now);
    const spec = { nodeName: 'n', terminationGracePeriodSeconds: 60 };
    server.create(resource, 'ns', { ...pod, spec });
    server.delete(target);
    now += 10_000;
    expect(server.delete(target, { gracePeriodSeconds: grace })).toMatchObject({
      object: { metadata: { deletionTimestamp: end, deletionGracePeriodSeconds: grace } },
    });
  });

  it('[API-03] an unknown policy is refused, in releases that know policies', () => {
    const answers = (Object.keys(RELEASES) as Release[]).map((release) => {
      const { server, resource, target } = serverOf(release, twice);
      server.create(resource, 'ns', twice);
      return server.delete(target, { propagationPolicy: 'Sideways' }).ok;
    });
    expect(answers).toEqual([true, false, false, false, false]);
  });
});
