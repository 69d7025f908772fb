import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import {
  configMaps,
  failure,
  HOLD,
  kind,
  manifest,
  namespaces,
  objectOf,
  statusOf,
  type TestServer,
  testServer,
} from './test-server.ts';

/** As the controller does it: the Namespace as it is, but for `spec.finalizers`. */
function _finalize(
  { server, read }: TestServer,
  target: RequestTarget,
  finalizers: string[] = [],
): ApiObject | undefined {
  const body = { ...manifest(namespaces, target.name), ...read(target), spec: { finalizers } };
  return objectOf(server.update({ ...target, subresource: 'finalize' }, body));
}

describe('namespaces', () => {
  it('[NS-03] refuse new content while they terminate, not changes of the old', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'ns');
    const old = add(configMaps, 'old');
    server.delete(target);
    const status = statusOf(server.create(configMaps, 'ns', manifest(configMaps, 'too-late')));
    const message = 'namespace ns is being deleted and takes no new objects';
    const cause = { reason: 'NamespaceTerminating', message, field: 'metadata.namespace' };
    const details = { name: 'too-late', kind: 'configmaps', causes: [cause] };
    expect(status).toEqual(
      failure(403, 'Forbidden', `configmaps "too-late" is forbidden: ${message}`, details),
    );
    expect(server.create(configMaps, 'other', manifest(configMaps, 'c')).ok).toBe(true);
    const clusterRoles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    expect(server.create(clusterRoles, '', manifest(clusterRoles, 'c')).ok).toBe(true);
    expect(server.patch(old, 'merge', { metadata: { labels: { a: 'b' } } }).ok).toBe(true);
    expect(server.delete(old).ok).toBe(true);
  });

  it('[NS-02] /finalize takes a PUT only', () => {
    const { server, add, read } = testServer();
    const target = { ...add(namespaces, 'n'), subresource: 'finalize' };
    const refused = {
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
    };
    expect(statusOf(server.get(target))).toMatchObject(refused);
    const patched = server.patch(target, 'merge', { spec: { finalizers: [] } });
    expect(statusOf(patched)).toMatchObject(refused);
    expect(read({ ...target, subresource: 'status' })?.spec).toEqual({
      finalizers: ['kubernetes'],
    });
    expect(statusOf(server.get({ ...add(configMaps, 'c'), subresource: 'finalize' })).code).toBe(
      404,
    );
  });

  it('[NS-19] /status takes metadata as well', () => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n', { ...HOLD, labels: { old: '1' } });
    const both = { spec: { finalizers: [] }, status: { conditions: [] } };
    const body = manifest(namespaces, 'n', { labels: { new: '1' } }, both);
    objectOf(server.update({ ...target, subresource: 'status' }, body));
    const stored = read(target);
    expect(stored?.metadata.labels).toEqual({ new: '1', 'kubernetes.io/metadata.name': 'n' });
    expect(stored?.metadata).not.toHaveProperty('finalizers');
    expect(stored?.spec).toEqual({ finalizers: ['kubernetes'] });
    expect(stored?.status).toEqual({ phase: 'Active', conditions: [] });
  });
});
