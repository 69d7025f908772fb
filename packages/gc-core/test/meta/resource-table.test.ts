import { describe, expect, it } from 'vitest';
import {
  type ApiResource,
  apiVersionOf,
  isGettable,
  isMonitorable,
} from '../../src/meta/api-resource.ts';
import { ResourceTable } from '../../src/meta/resource-table.ts';
import { RESOURCES_BY_RELEASE } from '../../src/meta/resources-by-release.ts';

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

  it('[KM-01] [CL-03] knows a Kind as it is served, not its plural nor another spelling', () => {
    const table = ResourceTable.builtIn();
    const known = (kind: string): string | undefined => table.forKind('v1', kind)?.resource;
    expect(known('ConfigMap')).toBe('configmaps');
    for (const kind of ['configmaps', 'CONFIGMAP', 'configMap', 'Configmap', 'cm', '']) {
      expect(known(kind), kind).toBeUndefined();
    }
    expect(
      table.forKind('apps', 'v1/Deployment'),
      'a slash is not what parts them',
    ).toBeUndefined();
  });

  it('[KM-02] a Kind in lower case is the same resource, under the Kind that is served', () => {
    const table = ResourceTable.builtIn([widgets('v1')]);
    for (const [apiVersion, kind] of [
      ['v1', 'ConfigMap'],
      ['/v1', 'Node'],
      ['apps/v1', 'ReplicaSet'],
      ['example.com/v1', 'Widget'],
    ] as const) {
      const served = table.forKind(apiVersion, kind);
      expect(served).toMatchObject({ kind });
      expect(table.forKind(apiVersion, kind.toLowerCase())).toBe(served);
    }
    expect(table.forKind('apps/v1', 'configmap')).toBeUndefined();
  });

  it('[KM-03] a list of a Kind has its scope, and a resource that is not served', () => {
    const table = ResourceTable.builtIn([widgets('v1')]);
    const made = { group: '', version: 'v1', kind: 'ConfigMapList', resource: 'configmaplists' };
    expect(table.forKind('/v1', 'ConfigMapList')).toEqual({ ...made, namespaced: true, verbs: [] });
    expect(table.forKind('v1', 'NodeList')).toMatchObject({ namespaced: false });
    const list = table.forKind('example.com/v1', 'WidgetList');
    expect(list && [isGettable(list), isMonitorable(list)]).toEqual([false, false]);
    for (const kind of ['configmaplist', 'configmapList', 'ThingList', 'ConfigMapListList']) {
      expect(table.forKind('v1', kind), kind).toBeUndefined();
    }
    expect(table.resources.map(({ kind }) => kind)).not.toContain('ConfigMapList');
  });

  it('[KM-04] List is a cluster-scoped kind of every served group version', () => {
    const table = ResourceTable.builtIn();
    const made = { resource: 'lists', kind: 'List', namespaced: false, verbs: [] };
    expect(table.forKind('v1', 'List')).toEqual({ group: '', version: 'v1', ...made });
    expect(table.forKind('apps/v1', 'List')).toEqual({ group: 'apps', version: 'v1', ...made });
    expect(table.forKind('apps/v9', 'List')).toBeUndefined();
    expect(table.forKind('v1', 'list')).toBeUndefined();
  });

  it('[KM-01] a kind that is really served goes before lower case and lists', () => {
    const odd = (kind: string, resource: string): ApiResource => ({
      ...widgets('v1'),
      kind,
      resource,
      custom: true,
    });
    const table = new ResourceTable([
      widgets('v1'),
      odd('widget', 'smallwidgets'),
      odd('WidgetList', 'listsofwidgets'),
      odd('List', 'biglists'),
    ]);
    const resource = (kind: string): string | undefined =>
      table.forKind('example.com/v1', kind)?.resource;
    expect(['Widget', 'widget', 'WidgetList', 'List'].map(resource)).toEqual([
      'widgets',
      'smallwidgets',
      'listsofwidgets',
      'biglists',
    ]);
    expect(resource('WidgetListList')).toBe('widgetlistlists');
  });

  it('[KM-02] [KM-03] an object can be of a kind that is served only, exactly as it is written', () => {
    const table = ResourceTable.builtIn();
    expect(table.forServedKind('/v1', 'ConfigMap')?.resource).toBe('configmaps');
    for (const kind of ['configmap', 'ConfigMapList', 'List']) {
      expect(table.forServedKind('v1', kind), kind).toBeUndefined();
      expect(table.preferredFor('v1', kind), kind).toBeUndefined();
      expect(table.preferredForGroupKind('v1', kind), kind).toBeUndefined();
    }
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
    const paths = RESOURCES_BY_RELEASE['v1.36'].map(
      (each) => `${apiVersionOf(each)}/${each.resource}`,
    );
    expect(new Set(paths).size).toBe(paths.length);
  });
});
