import { describe, expect, it } from 'vitest';
import { requireResourceVersion } from '../../src/apiserver/validate-request.ts';
import { parseApiVersion } from '../../src/meta/object-reference.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import {
  cogs,
  configMaps,
  manifest,
  namespaces,
  objectOf,
  statusOf,
  testServer,
} from './test-server.ts';

const NEEDS_VERSION = [
  'admissionregistration.k8s.io/mutatingadmissionpolicies',
  'admissionregistration.k8s.io/mutatingadmissionpolicybindings',
  'admissionregistration.k8s.io/mutatingwebhookconfigurations',
  'admissionregistration.k8s.io/validatingadmissionpolicies',
  'admissionregistration.k8s.io/validatingadmissionpolicybindings',
  'admissionregistration.k8s.io/validatingwebhookconfigurations',
  'apiextensions.k8s.io/customresourcedefinitions',
  'apiregistration.k8s.io/apiservices',
  'coordination.k8s.io/leases',
  'node.k8s.io/runtimeclasses',
  'policy/poddisruptionbudgets',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/csistoragecapacities',
  'storage.k8s.io/volumeattachments',
];

describe('an update', () => {
  it('[VA-09] of these built-in kinds says from which version it was made', () => {
    const refused = [...NEEDS_VERSION, 'apps/deployments', 'storage.k8s.io/storageclasses'].filter(
      (key) => {
        const { group, version: resource } = parseApiVersion(key);
        const kind = { group, version: 'v1', resource, kind: 'Any', namespaced: false };
        const object = manifest(kind, 'o');
        return requireResourceVersion(kind, object, object) !== undefined;
      },
    );
    expect(refused).toEqual(NEEDS_VERSION);
  });

  it('[VA-09] of what is not there names no uid of it, where it is asked for it', () => {
    const { server } = testServer({ release: RELEASES['v1.28'] });
    const target = { resource: configMaps, namespace: 'ns', name: 'no' };
    const status = statusOf(server.update(target, manifest(configMaps, 'no', { uid: 'x' })));
    expect(status.message).toMatch(/UID in precondition: x, UID in object meta: $/);
  });
});

describe('finalizers in a spec', () => {
  it('[NS-19] are names where it is a Namespace that has them', () => {
    const { server } = testServer();
    const spec = { finalizers: ['no slash'] };
    expect(objectOf(server.create(cogs, 'ns', { ...manifest(cogs, 'c'), spec })).spec).toEqual(
      spec,
    );
    const namespace = { ...manifest(namespaces, 'n'), spec };
    expect(statusOf(server.create(namespaces, '', namespace)).code).toBe(422);
  });
});
