import { describe, expect, it } from 'vitest';
import {
  configMaps,
  kind,
  manifest,
  namespaces,
  objectOf,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

const roles = kind('rbac.authorization.k8s.io/v1', 'ClusterRole');
const services = kind('v1', 'Service');
const ROLE = targetOf(roles, 'r');
const SERVICE = targetOf(services, 's');

describe('PUT of what is not there', () => {
  it('[API-65] creates an Event of either group', () => {
    for (const apiVersion of ['v1', 'events.k8s.io/v1']) {
      const resource = kind(apiVersion, 'Event');
      const { server } = testServer();
      const target = { resource, namespace: 'ns', name: 'e' };
      expect(server.update(target, manifest(resource, 'e'))).toMatchObject({ code: 201 });
    }
  });

  it('[API-65] creates nothing by the path of a status that its kind does not have', () => {
    const { server } = testServer();
    const target = { ...ROLE, subresource: 'status' };
    expect(statusOf(server.update(target, manifest(roles, 'r'))).message).toBe(
      'the server could not find the requested resource',
    );
  });

  it('[API-65] lets an object be born in deletion', () => {
    const { server, add } = testServer();
    const metadata = {
      deletionTimestamp: '2020-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 5,
      generation: 4,
    };
    const born = objectOf(server.update(ROLE, manifest(roles, 'r', metadata)));
    expect(born.metadata).toMatchObject(metadata);
    // A POST does not.
    const created = server.get(add(roles, 'other', metadata));
    expect(objectOf(created).metadata).not.toHaveProperty('deletionTimestamp');
  });

  it.each([
    [{ uid: 'x' }, 409, 'not the one of uid x$'],
    [{ resourceVersion: 'abc' }, 500, 'must be a number'],
    [{ finalizers: ['x'] }, 422, 'neither a standard finalizer name'],
  ])('[API-65] refuses %j with %i', (metadata, code, message) => {
    const { server, takeEvents } = testServer();
    const status = statusOf(server.update(ROLE, manifest(roles, 'r', metadata)));
    expect(status).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(takeEvents()).toEqual([]);
  });

  it('[API-65] is asked about as a create, and stores nothing in a dry run', () => {
    const { server, takeEvents } = testServer({ authorize: ({ verb }) => verb !== 'create' });
    const body = manifest(roles, 'r');
    expect(statusOf(server.update(ROLE, body, { user: 'u' })).code).toBe(403);
    expect(server.update(ROLE, body, { dryRun: ['All'] })).toMatchObject({ code: 201 });
    expect(takeEvents()).toEqual([]);
  });

  it('[NS-03] is refused in a namespace that is being deleted', () => {
    const { server, add } = testServer();
    server.delete(add(namespaces, 'ns'));
    expect(statusOf(server.update(SERVICE, manifest(services, 's'))).code).toBe(403);
  });

  it('[VA-09] is a 404 of any other kind', () => {
    const { server } = testServer();
    const target = targetOf(configMaps, 'c');
    expect(statusOf(server.update(target, manifest(configMaps, 'c'))).code).toBe(404);
  });
});

describe('POST', () => {
  it.each([
    [{}, ''],
    [{ finalizers: ['example.com/hold'] }, 'object is being deleted: '],
  ])('[API-48] with a generateName says that it may be tried again, of %j', (metadata, before) => {
    const { server, add } = testServer();
    const target = add(configMaps, 'c', metadata);
    if (before !== '') server.delete(target);
    const body = manifest(configMaps, 'c', { generateName: 'c-' });
    expect(statusOf(server.create(configMaps, 'ns', body))).toMatchObject({
      code: 409,
      message: `${before}configmaps "c" already exists`,
      details: { retryAfterSeconds: 1 },
    });
    const named = statusOf(server.create(configMaps, 'ns', manifest(configMaps, 'c')));
    expect(named.details).toEqual({ name: 'c', kind: 'configmaps' });
  });

  it('[API-08] in a dry run says the version that it was given', () => {
    const { server } = testServer();
    const body = manifest(configMaps, 'c', { resourceVersion: '5' });
    const tried = objectOf(server.create(configMaps, 'ns', body, { dryRun: ['All'] }));
    expect(tried.metadata.resourceVersion).toBe('5');
  });

  it('[API-35] keeps a generation of a kind that counts none, unless it is 0', () => {
    const { server, add, read } = testServer();
    expect(read(add(configMaps, 'a', { generation: 3 }))?.metadata.generation).toBe(3);
    expect(read(add(configMaps, 'b', { generation: 0 }))?.metadata).not.toHaveProperty(
      'generation',
    );
    expect(server.resourceVersion).toBe(2);
  });
});
