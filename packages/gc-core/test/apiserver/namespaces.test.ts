import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import {
  configMaps,
  kind,
  manifest,
  namespaces,
  objectOf,
  statusOf,
  type TestServer,
  testServer,
} from './test-server.ts';

const HOLD = { finalizers: ['example.com/hold'] };

function finalize(
  { server }: TestServer,
  target: RequestTarget,
  finalizers: string[] = [],
): unknown {
  const body = manifest(
    namespaces,
    target.name,
    { labels: { not: 'taken' } },
    { spec: { finalizers } },
  );
  return objectOf(server.update({ ...target, subresource: 'finalize' }, body));
}

describe('namespaces', () => {
  it('[NS-01] are created with the finalizer of their controller, their name as a label, and active', () => {
    const { add, read } = testServer();
    const rest = { spec: { finalizers: ['example.com/x'] }, status: { phase: 'Terminating' } };
    expect(read(add(namespaces, 'plain'))).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: 'plain',
        uid: 'namespace-plain-1',
        resourceVersion: '1',
        creationTimestamp: '2026-11-21T12:00:00Z',
        labels: { 'kubernetes.io/metadata.name': 'plain' },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    for (const [name, finalizers] of [
      ['once', ['kubernetes']],
      ['odd', [1, 'kubernetes']],
    ] as const) {
      expect(read(add(namespaces, name, {}, { spec: { finalizers } }))?.spec).toEqual({
        finalizers: ['kubernetes'],
      });
    }
    expect(read(add(namespaces, 'more', {}, rest))).toMatchObject({
      spec: { finalizers: ['example.com/x', 'kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  it('[NS-02] DELETE marks and answers 200 with the Namespace, also when repeated', () => {
    const { server, add, read, clock, takeEvents } = testServer();
    const target = add(namespaces, 'n');
    const first = server.delete(target, { propagationPolicy: 'Foreground' });
    expect(first).toMatchObject({ ok: true, code: 200 });
    expect(objectOf(first)).toMatchObject({
      metadata: { deletionTimestamp: '2026-11-21T12:00:00Z' },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
    expect(objectOf(first).metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    clock.now += 5_000;
    expect(objectOf(server.delete(target))).toBe(read(target));
    expect(takeEvents()).toEqual(['ADDED n', 'MODIFIED n']);
  });

  it('[NS-02] spec.finalizers and status silently stay in an update of the object', () => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n');
    server.delete(target);
    const body = { spec: { finalizers: null }, status: null, metadata: { labels: { a: 'b' } } };
    expect(server.patch(target, 'merge', body).ok).toBe(true);
    expect(read(target)).toMatchObject({
      metadata: { labels: { a: 'b', 'kubernetes.io/metadata.name': 'n' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Terminating' },
    });
  });

  it('[NS-03] refuse new content while they terminate, not changes of the old', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'ns');
    const old = add(configMaps, 'old');
    server.delete(target);
    const status = statusOf(server.create(configMaps, 'ns', manifest(configMaps, 'too-late')));
    expect(status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'configmaps "too-late" is forbidden: unable to create new content in namespace ns because it is being terminated',
      reason: 'Forbidden',
      details: {
        name: 'too-late',
        kind: 'configmaps',
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace ns is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
      code: 403,
    });
    expect(server.create(configMaps, 'other', manifest(configMaps, 'c')).ok).toBe(true);
    const clusterRoles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    expect(server.create(clusterRoles, '', manifest(clusterRoles, 'c')).ok).toBe(true);
    expect(server.patch(old, 'merge', { metadata: { labels: { a: 'b' } } }).ok).toBe(true);
    expect(server.delete(old).ok).toBe(true);
  });

  it.each(['default', 'kube-system', 'kube-public'])('[NS-03] %s may not be deleted', (name) => {
    const { server, add } = testServer();
    expect(statusOf(server.delete(add(namespaces, name)))).toMatchObject({
      code: 403,
      message: `namespaces "${name}" is forbidden: this namespace may not be deleted`,
      details: { name, kind: 'namespaces' },
    });
  });

  it('[NS-03] kube-node-lease may be deleted', () => {
    const { server, add } = testServer();
    expect(server.delete(add(namespaces, 'kube-node-lease')).ok).toBe(true);
  });

  it('[NS-14] go with the /finalize that empties spec.finalizers; DELETED still shows it', () => {
    const world = testServer();
    const target = world.add(namespaces, 'n');
    world.server.delete(target);
    world.takeEvents();
    expect(finalize(world, target)).toMatchObject({ spec: { finalizers: [] } });
    expect(world.read(target)).toBeUndefined();
    expect(world.takeEvents()).toEqual(['DELETED n']);
    expect(world.events.at(-1)?.object.spec).toEqual({ finalizers: ['kubernetes'] });
  });

  it('[NS-14] /finalize takes nothing but spec.finalizers, and a stale one is a 409', () => {
    const world = testServer();
    const target = world.add(namespaces, 'n');
    finalize(world, target, ['kubernetes', 'example.com/x']);
    expect(world.read(target)).toMatchObject({
      spec: { finalizers: ['kubernetes', 'example.com/x'] },
    });
    expect(world.read(target)?.metadata.labels).not.toHaveProperty('not');
    const stale = manifest(namespaces, 'n', { resourceVersion: '1' }, { spec: { finalizers: [] } });
    const result = world.server.update({ ...target, subresource: 'finalize' }, stale);
    expect(statusOf(result)).toMatchObject({ code: 409 });
  });

  it('[NS-01] stay without spec.finalizers while metadata holds one, and go with its last', () => {
    const world = testServer();
    const target = world.add(namespaces, 'n', HOLD);
    world.server.delete(target);
    world.server.patch(target, 'merge', { metadata: { finalizers: null } });
    expect(world.read(target), 'spec.finalizers holds it').toBeDefined();

    const other = world.add(namespaces, 'm', HOLD);
    world.server.delete(other);
    finalize(world, other);
    expect(world.read(other), 'metadata.finalizers holds it').toBeDefined();
    world.server.patch(other, 'merge', { metadata: { finalizers: null } });
    expect(world.read(other)).toBeUndefined();
  });

  it('[NS-01] that are not being deleted live on without any finalizer', () => {
    const world = testServer();
    const target = world.add(namespaces, 'n');
    finalize(world, target);
    expect(world.read(target)).toBeDefined();
  });

  it('[NS-01] that are put without spec.finalizers have the usual one, others what they say', () => {
    const { server, read } = testServer();
    const none = { spec: { finalizers: [] } };
    server.put([
      manifest(namespaces, 'a', { uid: 'a' }),
      manifest(namespaces, 'b', { uid: 'b' }, none),
    ]);
    const specOf = (name: string): unknown =>
      read({ resource: namespaces, namespace: '', name })?.spec;
    expect(specOf('a')).toEqual({ finalizers: ['kubernetes'] });
    expect(specOf('b')).toEqual({ finalizers: [] });
  });

  it('[NS-15] forced to go leave their objects: readable, not writable, back with the next of that name', () => {
    const world = testServer();
    const { server, add, read } = world;
    const home = add(namespaces, 'ns');
    const held = add(configMaps, 'held', HOLD);
    server.delete(home);
    server.delete(held);
    const before = read(held);
    finalize(world, home);
    expect(read(home)).toBeUndefined();
    expect(read(held)).toBe(before);

    const gone = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'namespaces "ns" not found',
      reason: 'NotFound',
      details: { name: 'ns', kind: 'namespaces' },
      code: 404,
    };
    const free = { metadata: { finalizers: null } };
    expect(statusOf(server.patch(held, 'merge', free))).toEqual(gone);
    expect(statusOf(server.update(held, manifest(configMaps, 'held')))).toEqual(gone);
    expect(statusOf(server.create(configMaps, 'ns', manifest(configMaps, 'new')))).toEqual(gone);

    add(namespaces, 'ns');
    expect(read(held)).toBe(before);
    expect(before?.metadata).toMatchObject({ uid: 'configmap-held-1', ...HOLD });
    expect(server.patch(held, 'merge', free).ok).toBe(true);
    expect(read(held)).toBeUndefined();
  });

  it('[NS-15] that never were an object need none', () => {
    const { server } = testServer();
    expect(server.create(configMaps, 'nowhere', manifest(configMaps, 'c')).ok).toBe(true);
  });
});
