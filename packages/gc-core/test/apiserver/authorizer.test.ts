import { describe, expect, it } from 'vitest';
import type { ApiResult, CollectionResult } from '../../src/apiserver/api-result.ts';
import type { ApiServer } from '../../src/apiserver/api-server.ts';
import type { AccessQuestion } from '../../src/apiserver/authorizer.ts';
import {
  configMaps,
  deployments,
  manifest,
  namespaces,
  pods,
  statusOf,
  targetOf,
  testServer,
} from './test-server.ts';

const DEV = { user: 'dev' };
const web = targetOf(deployments, 'web');

const requests: readonly (readonly [
  string,
  (server: ApiServer) => ApiResult | CollectionResult,
  string,
])[] = [
  [
    'create',
    (server) => server.create(configMaps, 'ns', manifest(configMaps, 'c'), DEV),
    'configmaps is forbidden: User "dev" cannot create resource "configmaps" in API group "" in the namespace "ns"',
  ],
  [
    'update',
    (server) => server.update(web, manifest(deployments, 'web'), DEV),
    'deployments.apps "web" is forbidden: User "dev" cannot update resource "deployments" in API group "apps" in the namespace "ns"',
  ],
  [
    'patch',
    (server) => server.patch({ ...web, subresource: 'status' }, 'merge', {}, DEV),
    'deployments.apps "web" is forbidden: User "dev" cannot patch resource "deployments/status" in API group "apps" in the namespace "ns"',
  ],
  [
    'delete',
    (server) => server.delete(targetOf(namespaces, 'n'), {}, DEV),
    'namespaces "n" is forbidden: User "dev" cannot delete resource "namespaces" in API group "" in the namespace "n"',
  ],
  [
    'create',
    (server) => server.create(namespaces, '', manifest(namespaces, 'n'), DEV),
    'namespaces is forbidden: User "dev" cannot create resource "namespaces" in API group "" at the cluster scope',
  ],
  [
    'deletecollection',
    (server) => server.deleteCollection(pods, 'ns', {}, undefined, DEV),
    'pods is forbidden: User "dev" cannot deletecollection resource "pods" in API group "" in the namespace "ns"',
  ],
];

describe('a request of a user', () => {
  it.each(requests)('[API-31] %s is refused when it is not allowed', (verb, send, message) => {
    const asked: AccessQuestion[] = [];
    const { server, events } = testServer({
      authorize: (question) => {
        asked.push(question);
        return false;
      },
    });
    const status = statusOf(send(server));
    expect(status).toMatchObject({ code: 403, reason: 'Forbidden', message });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ user: 'dev', verb });
    expect(events).toEqual([]);
  });

  it('[API-31] is asked about before anything else: what is missing or wrong does not show', () => {
    const { server } = testServer({ authorize: () => false });
    const missing = targetOf(configMaps, 'no');
    expect(statusOf(server.delete(missing, { propagationPolicy: 'x' }, DEV)).code).toBe(403);
    expect(statusOf(server.delete(missing, { propagationPolicy: 'x' })).code).toBe(422);
    expect(statusOf(server.delete(missing)).code).toBe(404);
  });

  it('[API-49] a collection is one request: its objects are not asked about one by one', () => {
    const { server, add, read } = testServer({
      authorize: ({ verb }) => verb === 'deletecollection',
    });
    const target = add(configMaps, 'c');
    expect(server.deleteCollection(configMaps, 'ns', {}, undefined, DEV).ok).toBe(true);
    expect(read(target)).toBeUndefined();
  });
});
