import { describe, expect, it } from 'vitest';
import {
  hasGeneration,
  metadataAfterStatus,
  protectsStatus,
  sameDesiredState,
  servesSubresource,
} from '../../src/apiserver/spec-and-status.ts';
import { type ApiResource, groupResource } from '../../src/meta/api-resource.ts';
import { RELEASES, type ReleaseProfile } from '../../src/meta/releases.ts';
import { RESOURCES_BY_RELEASE } from '../../src/meta/resources-by-release.ts';
import { cogs, configMaps, manifest, namespaces, pods } from './test-server.ts';

/** Resources by group, the core's without a name. */
type Kinds = Readonly<Record<string, string>>;

const WITH_GENERATION: Kinds = {
  '': 'pods podtemplates replicationcontrollers',
  'admissionregistration.k8s.io':
    'mutatingadmissionpolicies mutatingadmissionpolicybindings mutatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings validatingwebhookconfigurations',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  apps: 'daemonsets deployments replicasets statefulsets',
  batch: 'cronjobs jobs',
  'discovery.k8s.io': 'endpointslices',
  extensions: 'daemonsets deployments ingresses jobs networkpolicies replicasets',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'ingressclasses ingresses networkpolicies',
  policy: 'poddisruptionbudgets',
  'resource.k8s.io': 'resourceslices',
  'scheduling.k8s.io': 'priorityclasses',
};

const WITH_STATUS: Kinds = {
  '': 'namespaces nodes persistentvolumeclaims persistentvolumes pods replicationcontrollers resourcequotas services',
  'apiextensions.k8s.io': 'customresourcedefinitions',
  'apiregistration.k8s.io': 'apiservices',
  apps: 'daemonsets deployments replicasets statefulsets',
  autoscaling: 'horizontalpodautoscalers',
  batch: 'cronjobs jobs',
  'certificates.k8s.io': 'certificatesigningrequests',
  extensions: 'daemonsets deployments ingresses jobs replicasets',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'ingresses servicecidrs',
  policy: 'poddisruptionbudgets',
  'resource.k8s.io': 'resourceclaims',
  'storage.k8s.io': 'volumeattachments',
};

const STATUS_ALONE: Kinds = {
  'apiregistration.k8s.io': 'apiservices',
  'flowcontrol.apiserver.k8s.io': 'flowschemas prioritylevelconfigurations',
  'networking.k8s.io': 'servicecidrs',
  'resource.k8s.io': 'resourceclaims',
  'storage.k8s.io': 'volumeattachments',
};

const served = Object.values(RESOURCES_BY_RELEASE).flat();

function listed(kinds: Kinds): ApiResource[] {
  return Object.entries(kinds).flatMap(([group, names]) =>
    names
      .split(' ')
      .map((resource) => ({ group, version: 'v1', resource, kind: 'Any', namespaced: true })),
  );
}

/** The served resources of which it is true, and the listed ones, each once. */
function keysOf(isTrue: (resource: ApiResource) => boolean, kinds: Kinds): string[] {
  const all = [...served, ...listed(kinds)].filter(isTrue).map(groupResource);
  return [...new Set(all)].toSorted();
}

describe('kinds', () => {
  it('[API-35] with a generation are these, and all custom resources', () => {
    const listedKeys = listed(WITH_GENERATION).map(groupResource).toSorted();
    const { 'v1.36': newer, 'v1.28': older } = RELEASES;
    const counted = (release: ReleaseProfile): string[] =>
      keysOf((resource) => hasGeneration(resource, release), WITH_GENERATION);
    expect(counted(newer)).toEqual(listedKeys);
    expect(counted(older)).toEqual(listedKeys.filter((key) => key !== '/pods'));
    expect([newer, older].map((release) => hasGeneration(cogs, release))).toEqual([true, true]);
  });

  it('[API-39] whose status has a path of its own are these', () => {
    expect(keysOf(protectsStatus, WITH_STATUS)).toEqual(
      listed(WITH_STATUS).map(groupResource).toSorted(),
    );
  });

  it('[API-66] whose status is written without their metadata are these, and all custom resources', () => {
    const stored = { name: 'stored', uid: 'u' };
    const isAlone = (resource: ApiResource): boolean =>
      metadataAfterStatus(resource, stored, { name: 'sent', uid: 'u' }) === stored;
    expect(keysOf(isAlone, STATUS_ALONE)).toEqual(
      listed(STATUS_ALONE).map(groupResource).toSorted(),
    );
    expect(isAlone(cogs)).toBe(true);
  });

  it.each([
    ['annotations', ['apps/deployments', 'extensions/deployments']],
    ['labels', ['discovery.k8s.io/endpointslices']],
  ])('[API-67] whose %s are part of what is wanted are these', (part, keys) => {
    const plain = manifest(pods, 'p', { uid: 'u' });
    const other = manifest(pods, 'p', { uid: 'u', [part]: { a: 'b' } });
    const differs = (resource: ApiResource): boolean => !sameDesiredState(resource, plain, other);
    expect(
      keysOf(differs, { extensions: 'deployments', 'discovery.k8s.io': 'endpointslices' }),
    ).toEqual(keys);
  });

  it('[CL-03] serve their status, custom resources too, and only Namespaces are finalized', () => {
    const subresources = (resource: ApiResource): boolean[] =>
      [undefined, 'status', 'finalize', 'scale'].map((each) => servesSubresource(resource, each));
    expect(subresources(pods)).toEqual([true, true, false, false]);
    expect(subresources(cogs)).toEqual([true, true, false, false]);
    expect(subresources(configMaps)).toEqual([true, false, false, false]);
    expect(subresources(namespaces)).toEqual([true, true, true, false]);
  });
});
