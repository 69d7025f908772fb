import { describe, expect, it } from 'vitest';
import { deletionStrategyFor } from '../../src/apiserver/deletion-strategies.ts';
import { RELEASES, type Release } from '../../src/meta/releases.ts';

/** What has ever been orphaned by default, in every version in which it was served, and one kind that never was. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  '': ['v1/replicationcontrollers', 'v1/configmaps'],
  apps: ['v1', 'v1beta2', 'v1beta1'].flatMap((version) => ofApps(version)),
  batch: ['v1/jobs', 'v1/cronjobs', 'v1beta1/cronjobs'],
  extensions: [...ofApps('v1beta1'), 'v1beta1/jobs', 'v1beta1/replicationcontrollers'],
};

function ofApps(version: string): string[] {
  const kinds = ['daemonsets', 'deployments', 'replicasets', 'statefulsets'];
  return kinds.map((each) => `${version}/${each}`);
}

/** The resources that are orphaned by default, as `group/version/resource`. */
function orphaned(release: Release): string[] {
  return Object.entries(ASKED).flatMap(([group, paths]) =>
    paths.flatMap((path) => {
      const [version = '', resource = ''] = path.split('/');
      const served = { group, version, resource, kind: 'Any', namespaced: true };
      const { defaultDeletion } = deletionStrategyFor(served, RELEASES[release]);
      return defaultDeletion === 'orphan-dependents' ? [`${group}/${path}`] : [];
    }),
  );
}

const STILL = ['/v1/replicationcontrollers', 'batch/v1/jobs', 'batch/v1beta1/cronjobs'];
const OLD_VERSIONS = [
  'apps/v1beta1/deployments',
  'apps/v1beta1/statefulsets',
  'apps/v1beta2/daemonsets',
  'apps/v1beta2/deployments',
  'apps/v1beta2/replicasets',
  'apps/v1beta2/statefulsets',
  'extensions/v1beta1/daemonsets',
  'extensions/v1beta1/deployments',
  'extensions/v1beta1/replicasets',
];

describe('the resources that', () => {
  it.each([
    ['v1.4', ['/v1/replicationcontrollers', 'extensions/v1beta1/replicasets']],
    ['v1.13', [...STILL, ...OLD_VERSIONS]],
    ['v1.17', [...STILL, ...OLD_VERSIONS]],
    ['v1.28', STILL],
    ['v1.36', STILL],
  ] as const)('[API-18] [API-75] %s orphans by default', (release, resources) => {
    expect(orphaned(release).toSorted()).toEqual(resources.toSorted());
  });

  it('[MO-03] no collector looks at are its Events, since 1.20 in both groups', () => {
    const ignored = (release: Release): string[] => [...RELEASES[release].ignoredResources];
    expect(ignored('v1.13')).toEqual(['/events']);
    expect(ignored('v1.17')).toEqual(['/events']);
    expect(ignored('v1.28')).toEqual(['/events', 'events.k8s.io/events']);
    expect(ignored('v1.36')).toEqual(['/events', 'events.k8s.io/events']);
  });

  it('[PG-03] the collector of 1.4 does not look at are six', () => {
    expect([...RELEASES['v1.4'].ignoredResources].toSorted()).toEqual([
      '/bindings',
      '/componentstatuses',
      '/events',
      'authentication.k8s.io/tokenreviews',
      'authorization.k8s.io/subjectaccessreviews',
      'extensions/replicationcontrollers',
    ]);
  });
});
