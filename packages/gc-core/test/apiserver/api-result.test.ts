import { describe, expect, it } from 'vitest';
import { removedStatus } from '../../src/apiserver/api-result.ts';
import { configMaps, deployments, manifest } from './test-server.ts';

describe('the Status of a removal', () => {
  it('[API-45] names the group, where the kind has one', () => {
    const removed = manifest(deployments, 'd', { uid: 'u' });
    const details = { name: 'd', uid: 'u' };
    expect(removedStatus(deployments, removed).details).toEqual({
      ...details,
      group: 'apps',
      kind: 'deployments',
    });
    expect(removedStatus(configMaps, removed).details).toEqual({ ...details, kind: 'configmaps' });
  });
});
