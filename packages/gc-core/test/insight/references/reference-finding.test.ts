import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../../src/graph/graph-node.ts';
import type { ClusterView } from '../../../src/insight/cluster-view.ts';
import { explain } from '../../../src/insight/verdict/explain.ts';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { ObjectReference } from '../../../src/meta/object-reference.ts';
import type { Release } from '../../../src/meta/releases.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { objectsIn } from '../../../src/meta/sentence.ts';
import { simulationView } from '../../../src/scenario/simulation-view.ts';
import { explained, seenWith, summary } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, clusterNode, objectOf } from '../../support/simulate.ts';
import { WIDGET } from '../../support/widgets.ts';

const table = ResourceTable.builtIn(
  [
    ['gc.example.com', 'v1'],
    ['gc.example.com', 'v1beta1'],
    ['old.example.com', 'v1'],
  ].map(([group = '', version = '']) => ({
    group,
    version,
    resource: 'widgets',
    kind: 'Widget',
    namespaced: true,
    custom: true,
  })),
);

/** The fault of the first reference of the first object, which is seen last, and the sentence on it. */
function faultOf(
  objects: readonly ApiObject[],
  release: Release = 'v1.36',
  change: (view: ClusterView) => Partial<ClusterView> = () => ({}),
): [string | undefined, string | undefined] {
  const simulation = seenWith(table, release, ...objects.toReversed());
  const name = objects[0]?.metadata.name ?? '';
  const changed = change(simulationView(simulation));
  const [wrong] = summary(simulation, name, changed).wrong ?? [];
  return [wrong?.finding, explained(simulation, name, changed).because.at(-1)?.text];
}

const owner = objectOf('owner');

describe('what is wrong with a reference', () => {
  it('[CL-05] its uid is of another kind', () => {
    expect(faultOf([child(ownedBy('owner', { kind: 'Secret' })), owner])).toEqual([
      'wrong-kind',
      'Secret `shop/owner` does not exist: the object with this uid is ConfigMap `shop/owner`, of another kind.',
    ]);
  });

  it('[CL-11] its uid has another name, in whatever version of its kind', () => {
    const bearer = objectOf('w', {}, WIDGET);
    const beta = ownedBy('old', { ...WIDGET, apiVersion: 'gc.example.com/v1beta1', uid: 'w-uid' });
    const text =
      'Widget `shop/old` does not exist under this name: the object with this uid is Widget `shop/w`.';
    expect(faultOf([child(beta), bearer])).toEqual(['wrong-name', text]);
    // Only the name tells of a kind that is no longer served.
    const gone = (view: ClusterView): Partial<ClusterView> => ({
      mapping: (apiVersion, kind) =>
        apiVersion === WIDGET.apiVersion ? 'unserved' : view.mapping(apiVersion, kind),
    });
    expect(faultOf([child(beta), bearer], 'v1.36', gone)[0]).toBe('wrong-name');
    const other = ownedBy('w', { uid: 'w-uid' });
    expect(faultOf([child(other), bearer], 'v1.36', gone)[0]).toBe('wrong-kind');
    // One name in two groups is two kinds.
    const config = ownedBy('owner', { apiVersion: 'gc.example.com/v1', kind: 'Widget' });
    expect(faultOf([child(config), owner])[0]).toBe('wrong-kind');
  });

  it('nothing, if its owner was seen to be deleted, in whichever of two groups it was seen', () => {
    const removedAs = (seen: Partial<ObjectReference>) => (): Partial<ClusterView> => ({
      removed: () => ({ ...WIDGET, namespace: 'shop', name: 'w', uid: 'w-uid', ...seen }),
    });
    const found = (seen: Partial<ObjectReference>): string | undefined =>
      faultOf([child(ownedBy('w', { ...WIDGET, uid: 'w-uid' }))], 'v1.36', removedAs(seen))[0];
    expect(found({})).toBeUndefined();
    expect(found({ apiVersion: 'old.example.com/v1' })).toBeUndefined();
    expect(found({ kind: 'Gadget' })).toBe('wrong-kind');
    expect(found({ name: 'other' })).toBe('wrong-name');
  });

  it('[CL-12] [CL-11] its uid is of a cluster-scoped object of another name', () => {
    const renamed = ownedBy('m', { kind: 'Node', uid: 'n-uid' });
    expect(faultOf([child(renamed), clusterNode('n')])[0]).toBe('wrong-name');
    expect(faultOf([clusterNode('a', [renamed]), clusterNode('n')])[0]).toBe('wrong-name');
  });

  it('[CL-13] [PG-25] its owner is in another namespace', () => {
    const far = objectOf('owner', { namespace: 'far' });
    expect(faultOf([child(ownedBy('owner')), far])).toEqual([
      'cross-namespace',
      'ConfigMap `shop/owner` does not exist in namespace `shop`: the owner with this uid is ConfigMap `far/owner`, and a reference cannot cross namespaces.',
    ]);
    // Only a name that exists leads to its object.
    const simulation = seenWith(table, 'v1.36', far, child(ownedBy('owner')));
    const node = simulation.process.collector.graph.get('child-uid');
    const { because } = explain(node as GraphNode, simulationView(simulation));
    const links = objectsIn(because.at(-1)?.text ?? []).map(({ namespace }) => namespace);
    expect(links).toEqual(['far']);
    const ofNode = ownedBy('n', { kind: 'Node' });
    expect(faultOf([child(ofNode), clusterNode('n')], 'v1.4')).toEqual([
      'cross-namespace',
      'Node `shop/n` does not exist: Node `n` with this uid is cluster-scoped, and v1.4 looks for it in namespace `shop`.',
    ]);
    expect(faultOf([child(ofNode), clusterNode('n')])[0]).toBeUndefined();
  });

  it('[CL-04] [CL-05] it is namespaced, and the object is not', () => {
    const node = clusterNode('n', [ownedBy('owner')]);
    expect(faultOf([node, owner])[0]).toBe('cluster-child-of-namespaced');
    expect(faultOf([node, owner], 'v1.17')).toEqual([
      'cluster-child-of-namespaced',
      'ConfigMap `owner` does not exist: the owner with this uid is ConfigMap `shop/owner`, and v1.17 looks for the owner of a cluster-scoped object without a namespace.',
    ]);
  });

  it('[CL-03] its version is not served, while its kind is; else it cannot be resolved', () => {
    const bearer = objectOf('w', {}, WIDGET);
    const version = ownedBy('w', { ...WIDGET, apiVersion: 'gc.example.com/v9' });
    expect(faultOf([child(version), bearer])[0]).toBe('wrong-version');
    expect(faultOf([child(version)])[0]).toBe('unresolvable');
    const group = ownedBy('w', { ...WIDGET, apiVersion: 'other.example.com/v1' });
    expect(faultOf([child(group), bearer])[0]).toBe('unresolvable');
    const kind = ownedBy('w', { apiVersion: 'gc.example.com/v1', kind: 'Gadget' });
    expect(faultOf([child(kind), bearer])[0]).toBe('unresolvable');
  });

  it('[CL-01] nothing but that it is remembered as absent', () => {
    const simulation = seenWith(table, 'v1.36', child(ownedBy('owner')), owner);
    simulation.process.collector.absentOwnerCache.add({ ...ownedBy('owner'), namespace: '' });
    expect(summary(simulation, 'child').wrong).toEqual([{ index: 0, finding: 'dangling' }]);
  });

  describe('of an owner that was deleted', () => {
    const gone = (identity: ObjectReference) => (): Partial<ClusterView> => ({
      removed: (uid) => (uid === identity.uid ? identity : undefined),
    });
    const config = { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', uid: 'owner-uid' };

    it('[CL-05] nothing: the collector deletes what has no other owner', () => {
      const before = { ...config, name: 'owner' };
      expect(faultOf([child(ownedBy('owner'))], 'v1.36', gone(before))).toEqual([
        undefined,
        'ConfigMap `shop/owner` does not exist.',
      ]);
      const again = objectOf('owner', { uid: 'new' });
      expect(faultOf([child(ownedBy('owner')), again], 'v1.36', gone(before))[0]).toBeUndefined();
      const other = { ...before, uid: 'other' };
      expect(faultOf([child(ownedBy('owner'))], 'v1.36', gone(other))[0]).toBe('dangling');
    });

    it.each([
      ['cross-namespace', { name: 'owner', namespace: 'other' }],
      ['wrong-name', { name: 'renamed' }],
      ['wrong-kind', { name: 'owner', kind: 'Secret' }],
    ] as const)('[CL-11] [CL-13] what was wrong before: %s', (finding, over) => {
      const before = gone({ ...config, ...over });
      expect(faultOf([child(ownedBy('owner'))], 'v1.36', before)[0]).toBe(finding);
      // Also of what is being deleted itself (AD-02).
      const ownerReferences = [ownedBy('owner')];
      const deletionTimestamp = '2026-01-01T00:00:00Z';
      const deleted = objectOf('child', { ownerReferences, deletionTimestamp });
      expect(faultOf([deleted], 'v1.36', before)[0]).toBe(finding);
    });
  });
});
