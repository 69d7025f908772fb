import { describe, expect, it } from 'vitest';
import { storageKey } from '../../src/apiserver/storage-key.ts';
import { cogs, configMaps, kind, namespaces } from './test-server.ts';

describe('storageKey', () => {
  it.each([
    [configMaps, '/registry/configmaps/ns/a'],
    [cogs, `/registry/${cogs.group}/${cogs.resource}/ns/a`],
    [kind('v1', 'Service'), '/registry/services/specs/ns/a'],
    [kind('v1', 'Endpoints'), '/registry/services/endpoints/ns/a'],
    [kind('v1', 'ReplicationController'), '/registry/controllers/ns/a'],
    [kind('networking.k8s.io/v1', 'Ingress'), '/registry/ingress/ns/a'],
    [kind('coordination.k8s.io/v1', 'Lease'), '/registry/leases/ns/a'],
    [kind('v1', 'Node'), '/registry/minions/a'],
    [namespaces, '/registry/namespaces/a'],
    [
      kind('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
      '/registry/apiextensions.k8s.io/customresourcedefinitions/a',
    ],
    [
      kind('apiregistration.k8s.io/v1', 'APIService'),
      '/registry/apiregistration.k8s.io/apiservices/a',
    ],
  ])('[VA-09] %# is where the object is kept', (resource, key) => {
    const namespace = resource.namespaced ? 'ns' : '';
    expect(storageKey({ resource, namespace, name: 'a' })).toBe(key);
  });

  it('[VA-09] Ingresses of the old group are kept with the new ones', () => {
    const old = { ...kind('networking.k8s.io/v1', 'Ingress'), group: 'extensions' };
    expect(storageKey({ resource: old, namespace: 'ns', name: 'a' })).toBe(
      '/registry/ingress/ns/a',
    );
  });
});
