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

  it('[API-65] refuses {"uid":"x"} with 409', () => {
    const { server, takeEvents } = testServer();
    const status = statusOf(server.update(ROLE, manifest(roles, 'r', { uid: 'x' })));
    expect(status).toMatchObject({
      code: 409,
      message: expect.stringMatching('UID in precondition: x, UID in object meta: $'),
    });
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
});

describe('POST', () => {
  it('[API-35] keeps a generation of a kind that counts none, unless it is 0', () => {
    const { server, add, read } = testServer();
    expect(read(add(configMaps, 'a', { generation: 3 }))?.metadata.generation).toBe(3);
    expect(read(add(configMaps, 'b', { generation: 0 }))?.metadata).not.toHaveProperty(
      'generation',
    );
    expect(server.resourceVersion).toBe(2);
  });
});
