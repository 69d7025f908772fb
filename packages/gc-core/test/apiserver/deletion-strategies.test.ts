import { describe, expect, it } from 'vitest';
import { deletionStrategyFor } from '../../src/apiserver/deletion-strategies.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { RELEASES } from '../../src/meta/releases.ts';

const strategyOf = (group: string, version: string, resource: string): unknown => {
  const served: ApiResource = { group, version, resource, kind: 'Any', namespaced: true };
  return deletionStrategyFor(served, RELEASES['v1.36']);
};

describe('deletionStrategyFor', () => {
  it.each([
    ['', 'pods'],
    ['', 'services'],
    ['storage.k8s.io', 'csinodes'],
  ])('[API-45] %s/%s are answered with the object that went', (group, resource) => {
    expect(strategyOf(group, 'v1', resource)).toMatchObject({ returnsDeletedObject: true });
  });

  it('[API-45] other kinds are answered with a Status', () => {
    for (const name of ['configmaps', 'secrets', 'nodes', '']) {
      expect(strategyOf('', 'v1', name)).toMatchObject({ returnsDeletedObject: false });
    }
  });

  it.each([
    ['', 'v1'],
    ['events.k8s.io', 'v1beta1'],
  ])('[API-10] Events of %s/%s never wait for dependents', (group, version) => {
    expect(strategyOf(group, version, 'events')).toMatchObject({ defaultDeletion: 'unsupported' });
  });
});
