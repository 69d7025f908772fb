import { describe, expect, it } from 'vitest';
import { ApiServer } from '../../src/apiserver/api-server.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

const table = ResourceTable.builtIn();

function refusalOf(apiVersion: string, kind: string): string | undefined {
  const apiServer = new ApiServer({ release: RELEASES['v1.36'], table, now: () => 0 });
  const resource = table.forKind(apiVersion, kind);
  if (!resource) throw new Error(`${kind} is served.`);
  const namespace = resource.namespaced ? 'a' : '';
  const metadata = { name: 'widgets.example.com', ...(resource.namespaced ? { namespace } : {}) };
  const created = apiServer.create(resource, namespace, { apiVersion, kind, metadata });
  if (!created.ok) return created.status.message;
  const { name } = (created.object as ApiObject).metadata;
  const finalizers = ['customresourcecleanup.apiextensions.k8s.io'];
  const patched = apiServer.patch({ resource, namespace, name }, 'merge', {
    metadata: { finalizers },
  });
  return patched.ok ? undefined : patched.status.message;
}

describe('finalizers of definitions', () => {
  it('[VA-06] a CustomResourceDefinition keeps the unqualified finalizer of its clean-up', () => {
    expect(refusalOf('apiextensions.k8s.io/v1', 'CustomResourceDefinition')).toBeUndefined();
  });

  it('[VA-06] a core object may not have it', () => {
    expect(refusalOf('v1', 'ConfigMap')).toContain('name is neither a standard finalizer name');
  });
});
