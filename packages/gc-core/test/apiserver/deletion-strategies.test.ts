import { describe, expect, it } from 'vitest';
import { deletionStrategyFor } from '../../src/apiserver/deletion-strategies.ts';
import type { ApiResource } from '../../src/meta/api-resource.ts';
import { RELEASES } from '../../src/meta/releases.ts';

const strategyOf = (group: string, version: string, resource: string): unknown => {
  const served: ApiResource = { group, version, resource, kind: 'Any', namespaced: true };
  return deletionStrategyFor(served, RELEASES['v1.36']);
};

describe('deletionStrategyFor', () => {
  it('[API-10] Events of /v1 never wait for dependents', () => {
    expect(strategyOf('', 'v1', 'events')).toMatchObject({ defaultDeletion: 'unsupported' });
  });
});
