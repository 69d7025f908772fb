import { describe, expect, it } from 'vitest';
import { type ApiResource, apiVersionOf } from '../../src/meta/api-resource.ts';
import { BUILT_IN_RESOURCES } from '../../src/meta/built-in-resources.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';

function widgets(version: string): ApiResource {
  return { group: 'example.com', version, resource: 'widgets', kind: 'Widget', namespaced: true };
}

describe('ResourceTable', () => {
  it('[MO-01] prefers the first version of a resource and keeps the others', () => {
    const table = ResourceTable.builtIn([widgets('v2'), widgets('v1')]);
    expect(table.preferredFor('example.com/v1', 'Widget')?.version).toBe('v2');
    expect(table.forKind('example.com/v1', 'Widget')?.version).toBe('v1');
    expect(table.preferred.filter((each) => each.kind === 'Widget')).toHaveLength(1);
    expect(table.preferredForGroupKind('example.com/v0', 'Widget')?.version).toBe('v2');
    expect(table.preferredForGroupKind('other/v1', 'Widget')).toBeUndefined();
  });

  it('[AD-04] has no mapping for an unserved kind', () => {
    const table = ResourceTable.builtIn([], new Set(['v1/Pod']));
    expect(table.forKind('v1', 'Pod')).toBeUndefined();
    expect(table.forPath('v1', 'pods')).toBeUndefined();
    expect(table.preferredFor('v1', 'Pod')).toBeUndefined();
    expect(table.forKind('extensions/v1beta1', 'Deployment')).toBeUndefined();
    expect(table.forKind('apps/v1', 'Deployment')?.resource).toBe('deployments');
  });

  it('[HT-02] finds a resource by its path', () => {
    const table = ResourceTable.builtIn();
    expect(table.forPath('v1', 'nodes')).toMatchObject({ kind: 'Node', namespaced: false });
    expect(table.forPath('apps/v1', 'nodes')).toBeUndefined();
  });

  it('[MO-01] a later entry for the same version replaces the earlier one in place', () => {
    const table = ResourceTable.builtIn([
      { ...widgets('v1') },
      { ...widgets('v1'), namespaced: false },
    ]);
    expect(table.resources.filter((each) => each.kind === 'Widget')).toHaveLength(1);
    expect(table.forKind('example.com/v1', 'Widget')?.namespaced).toBe(false);
  });

  it('lists no version of a built-in resource twice', () => {
    const paths = BUILT_IN_RESOURCES.map((each) => `${apiVersionOf(each)}/${each.resource}`);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
