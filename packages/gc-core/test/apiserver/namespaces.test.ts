import { describe, expect, it } from 'vitest';
import type { RequestTarget } from '../../src/apiserver/api-request.ts';
import type { ApiObject, Manifest } from '../../src/meta/object-meta.ts';
import {
  configMaps,
  failure,
  faultsOf,
  HOLD,
  kind,
  manifest,
  namespaces,
  objectOf,
  statusOf,
  type TestServer,
  targetOf,
  testServer,
} from './test-server.ts';

/** As the controller does it: the Namespace as it is, but for `spec.finalizers`. */
function finalize(
  { server, read }: TestServer,
  target: RequestTarget,
  finalizers: string[] = [],
): ApiObject | undefined {
  const body = { ...manifest(namespaces, target.name), ...read(target), spec: { finalizers } };
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
    const once = add(namespaces, 'once', {}, { spec: { finalizers: ['kubernetes'] } });
    expect(read(once)?.spec).toEqual({ finalizers: ['kubernetes'] });
    expect(read(add(namespaces, 'more', {}, rest))).toMatchObject({
      spec: { finalizers: ['example.com/x', 'kubernetes'] },
      status: { phase: 'Active' },
    });
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
    const message =
      'configmaps "too-late" is forbidden: unable to create new content in namespace ns because it is being terminated';
    const cause = { message: 'namespace ns is being terminated', field: 'metadata.namespace' };
    const causes = [{ reason: 'NamespaceTerminating', ...cause }];
    const details = { name: 'too-late', kind: 'configmaps', causes };
    expect(status).toEqual(failure(403, 'Forbidden', message, details));
    expect(server.create(configMaps, 'other', manifest(configMaps, 'c')).ok).toBe(true);
    const clusterRoles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    expect(server.create(clusterRoles, '', manifest(clusterRoles, 'c')).ok).toBe(true);
    expect(server.patch(old, 'merge', { metadata: { labels: { a: 'b' } } }).ok).toBe(true);
    expect(server.delete(old).ok).toBe(true);
  });

  it('[NS-14] go with the /finalize that empties spec.finalizers; DELETED still shows it', () => {
    const world = testServer();
    const target = world.add(namespaces, 'n');
    world.server.delete(target);
    world.takeEvents();
    expect(finalize(world, target)?.spec).toEqual({});
    expect(world.read(target)).toBeUndefined();
    expect(world.takeEvents()).toEqual(['DELETED n']);
    expect(world.events.at(-1)?.object.spec).toEqual({ finalizers: ['kubernetes'] });
  });

  it('[NS-14] are not finalized by who has read an older one', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'n');
    const at = { ...target, subresource: 'finalize' };
    const body = manifest(namespaces, 'n', {}, { spec: { finalizers: ['example.com/x'] } });
    expect(objectOf(server.update(at, body)).spec).toEqual({ finalizers: ['example.com/x'] });
    const stale = manifest(namespaces, 'n', { resourceVersion: '1' }, { spec: { finalizers: [] } });
    expect(statusOf(server.update(at, stale))).toMatchObject({ code: 409 });
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

  it.each(['finalize', 'status'])('[NS-19] /%s takes metadata as well', (subresource) => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n', { ...HOLD, labels: { old: '1' } });
    const both = { spec: { finalizers: [] }, status: { conditions: [] } };
    const body = manifest(namespaces, 'n', { labels: { new: '1' } }, both);
    objectOf(server.update({ ...target, subresource }, body));
    const stored = read(target);
    expect(stored?.metadata.labels).toEqual({ new: '1', 'kubernetes.io/metadata.name': 'n' });
    expect(stored?.metadata).not.toHaveProperty('finalizers');
    const isStatus = subresource === 'status';
    expect(stored?.spec).toEqual(isStatus ? { finalizers: ['kubernetes'] } : {});
    expect(stored?.status).toEqual({ phase: 'Active', ...(isStatus ? { conditions: [] } : {}) });
  });

  it.each([
    ['Terminating', false],
    ['Bogus', false],
    ['Active', true],
    ['', true],
  ])('[NS-19] phase "%s" is refused, deletion %s', (phase, isGoing) => {
    const { server, add, read } = testServer();
    const target = add(namespaces, 'n');
    if (isGoing) server.delete(target);
    const before = read(target);
    const body = manifest(namespaces, 'n', {}, { status: { phase } });
    const faults = faultsOf(server.update({ ...target, subresource: 'status' }, body));
    expect(faults).toEqual(['status.Phase']);
    expect(read(target)).toBe(before);
  });

  it('[NS-19] names in spec.finalizers are qualified or known', () => {
    const { server, add } = testServer();
    const target = { ...add(namespaces, 'n'), subresource: 'finalize' };
    const withNames = (...finalizers: string[]): Manifest =>
      manifest(namespaces, 'n', {}, { spec: { finalizers } });
    const known = ['kubernetes', 'orphan', 'foregroundDeletion', 'example.com/x'];
    expect(server.update(target, withNames(...known)).ok).toBe(true);
    const refused = server.update(target, withNames('kubernetes', 'plain'));
    expect(faultsOf(refused)).toEqual(['spec.finalizers[1]']);
    expect(faultsOf(server.update(target, withNames('a b')))).toContain('spec.finalizers[0]');
    for (const name of ['plain', null]) {
      const body = manifest(namespaces, 'new', {}, { spec: { finalizers: [name] } });
      expect(faultsOf(server.create(namespaces, '', body))).toContain('spec.finalizers');
    }
  });

  it('[NS-19] only /status looks at the phase', () => {
    const { server, add } = testServer();
    const target = add(namespaces, 'n');
    const deleted = { deletionTimestamp: '2026-11-21T12:00:00Z' };
    const body = manifest(namespaces, 'n', deleted, { status: { phase: 'Bogus' } });
    for (const subresource of ['finalize', 'status']) {
      const faults = faultsOf(server.update({ ...target, subresource }, body));
      const phase = subresource === 'status' ? ['status.Phase'] : [];
      expect(faults).toEqual(['metadata.deletionTimestamp', ...phase]);
    }
  });

  it('[NS-19] one that was put without a phase may be written without one', () => {
    const { server, read } = testServer();
    server.put([manifest(namespaces, 'a', { uid: 'a' })]);
    const target = targetOf(namespaces, 'a');
    objectOf(server.patch(target, 'merge', { metadata: { labels: { b: 'c' } } }));
    expect(read(target)?.metadata.labels).toMatchObject({ b: 'c' });
  });

  it('[NS-01] put into the storage they hold what their spec says, or the usual', () => {
    const { server, read } = testServer();
    const specs = [undefined, {}, { finalizers: [] }, { finalizers: ['a/b'] }];
    const specsRead = specs.map((spec, index) => {
      server.put([manifest(namespaces, `n${index}`, { uid: `${index}` }, spec ? { spec } : {})]);
      return read(targetOf(namespaces, `n${index}`))?.spec;
    });
    expect(specsRead).toEqual([{ finalizers: ['kubernetes'] }, ...specs.slice(1)]);
    server.put([manifest(configMaps, 'c', { namespace: 'ns', uid: 'c' })]);
    expect(read(targetOf(configMaps, 'c'))).not.toHaveProperty('spec');
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

    const details = { name: 'ns', kind: 'namespaces' };
    const gone = failure(404, 'NotFound', 'namespaces "ns" not found', details);
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
});
