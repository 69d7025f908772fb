import { type ApiResource, ResourceTable } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { RunNames } from '../../../src/writes/scenario-cluster/run-names.ts';

const WIDGET: ApiResource = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
  custom: true,
};
const TABLE = ResourceTable.builtIn([WIDGET]);

function resource(apiVersion: string, kind: string): ApiResource {
  const found = TABLE.forKind(apiVersion, kind);
  if (!found) throw new Error(`${kind} is not served.`);
  return found;
}

describe('the names of a run', () => {
  const names = new RunNames(TABLE);
  const { id } = names;

  it('are used by no other run', () => {
    expect(id).toMatch(/^gcscope-[a-z0-9]{6}$/);
    expect(new RunNames(TABLE).id).not.toBe(id);
  });

  it('prefix namespaces, cluster-scoped objects and the groups of custom kinds', () => {
    const path = (kind: string, namespace: string, apiVersion = 'v1'): string =>
      names.path(resource(apiVersion, kind), namespace, 'a');
    expect(path('ConfigMap', 'shop')).toBe(`/api/v1/namespaces/${id}-shop/configmaps/a`);
    expect(path('Node', '')).toBe(`/api/v1/nodes/${id}-a`);
    expect(path('Namespace', '')).toBe(`/api/v1/namespaces/${id}-a`);
    expect(path('Widget', 'shop', 'example.com/v1')).toBe(
      `/apis/${id}.example.com/v1/namespaces/${id}-shop/widgets/a`,
    );
    expect(path('Deployment', 'shop', 'apps/v1')).toContain('/apis/apps/v1/');
  });

  it('give references the uid that the server chose, or one that no object has', () => {
    names.created('owner-uid', 'real-uid');
    const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'owner-uid' };
    expect(names.reference(owner)).toEqual({ ...owner, name: `${id}-n`, uid: 'real-uid' });
    const { uid: nobody = '' } = names.reference({ ...owner, uid: 'never' });
    expect(nobody).toMatch(/^[0-9a-f-]{36}$/);
    expect(names.uid('never')).toBe(nobody);
    expect(names.uid('')).toBe('');
    expect(names.uid('__proto__')).toMatch(/^[0-9a-f-]{36}$/);
    const unknown = { apiVersion: 'no.such/v1', kind: 'Gone', name: 'g', uid: '' };
    expect(names.reference(unknown)).toEqual(unknown);
  });

  it('are taken back from what the cluster says', () => {
    names.created('u', 'real-u');
    const ownerReferences = [
      { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u' },
      { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'never-there' },
    ];
    const real = {
      name: `${id}-n`,
      namespace: `${id}-shop`,
      uid: 'real-u',
      ownerReferences: ownerReferences.map((each) => ({ ...each, ...names.reference(each) })),
    };
    expect(names.written(real)).toEqual({
      name: 'n',
      namespace: 'shop',
      uid: 'u',
      ownerReferences,
    });
    expect(names.text(`namespace ${id}-c22, widgets.${id}.example.com, uid real-u`)).toBe(
      'namespace c22, widgets.example.com, uid u',
    );
  });
});
