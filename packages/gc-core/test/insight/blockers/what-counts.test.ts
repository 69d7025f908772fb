import { describe, expect, it } from 'vitest';
import type { GraphNode } from '../../../src/graph/graph-node.ts';
import { misleadingOf } from '../../../src/insight/blockers/namespace-blockers.ts';
import type { ApiResource } from '../../../src/meta/api-resource.ts';
import { plainText } from '../../../src/meta/sentence.ts';
import { ASKED, about, going, SOON, terminatingIn } from '../../support/evidence.ts';
import { identityOf, nodeOf, ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { definition } from '../../support/widgets.ts';

describe('what counts as content of a namespace', () => {
  const namespace = going('shop', { namespace: '' }, 'Namespace');
  const child = objectOf('child', { ownerReferences: [ownedBy('unseen')] });
  const misleading = { type: 'NamespaceContentRemaining', status: 'False' };
  const status = { conditions: [misleading], finalizers: ['kubernetes'] };
  const namespaces = new Map([['shop', status]]);

  it('[NS-08] no unobserved owner', () => {
    const described = about(terminatingIn([namespace, child], SOON, { namespaces }), 'shop');
    expect(described.rootCauses.map(({ text }) => text)).toEqual([
      'The namespace controller deletes the 1 object in the Namespace in its next pass, and then the Namespace.',
    ]);
  });

  it('[NS-11] what another group calls a Pod as no Pod', () => {
    const pod = (apiVersion: string): GraphNode =>
      nodeOf(identityOf('p', { apiVersion, kind: 'Pod' }));
    expect(misleadingOf([pod('x.example.com/v1')], status)).toEqual([]);
    const [described] = misleadingOf([pod('x.example.com/v1'), pod('v1')], status);
    expect(plainText(described?.text ?? [])).toContain('2 objects are left, 1 Pod among them.');
  });
});

describe('what counts as an object of a kind', () => {
  it('[FN-04] none of another group, whatever the plural of its kind', () => {
    const resource: ApiResource = {
      group: '',
      version: 'v1',
      resource: 'widgets',
      kind: 'ConfigMap',
      namespaced: true,
    };
    const defined = definition({ deletionTimestamp: ASKED });
    const objects = [defined, objectOf('map')];
    const report = terminatingIn(objects, SOON, {}, { mapping: () => resource });
    expect(about(report, defined.metadata.name).rootCauses[0]?.text).toBe(
      'The API server deletes it next, as no object of its kind is left.',
    );
  });
});

describe('the order of a report', () => {
  it('is that of kinds, not of their names run into those of objects', () => {
    const objects = [going('a', {}, 'RoleBinding'), going('z', {}, 'Role')];
    const rbac = objects.map((each) => ({ ...each, apiVersion: 'rbac.authorization.k8s.io/v1' }));
    const names = terminatingIn(rbac, SOON).objects.map(({ object }) => object.name);
    expect(names).toEqual(['z', 'a']);
    const turned = terminatingIn(rbac.toReversed(), SOON).objects.map(({ object }) => object.name);
    expect(turned).toEqual(['z', 'a']);
  });

  it('has no time of a deletion that cannot be read', () => {
    const report = terminatingIn([going('a', { deletionTimestamp: 'soon' })], SOON);
    expect(report.objects[0]).not.toHaveProperty('since');
  });
});
