import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { PROPAGATION_POLICIES } from '../../../src/meta/propagation-policy.ts';
import type { PolicyForecast } from '../../../src/wire/forecast.ts';
import { forecastIn, forecastOf, NOTHING, told, under } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

describe('what goes with it', () => {
  it('[NS-07] [NS-08] a namespace: Pods first, then everything, whoever owns it', () => {
    const namespace = objectOf('shop', { namespace: '' }, { kind: 'Namespace' });
    const objects = [
      namespace,
      objectOf('pod', {}, { kind: 'Pod' }),
      objectOf('plain'),
      objectOf('elsewhere', { namespace: 'far' }),
    ];
    expect(told(under('Orphan', forecastOf(objects, ['shop'])))).toEqual({
      ...NOTHING,
      deleted: [
        'plain NS-08, after object shop NS-08',
        'pod NS-08, after kubelet API-51',
        'shop API-30, after object pod NS-08',
      ],
    });
    const stuck = objectOf('stuck', { finalizers: ['example.com/x'] }, { kind: 'Pod' });
    expect(told(under('Background', forecastOf([...objects, stuck], ['shop'])))).toEqual({
      ...NOTHING,
      deleted: ['pod NS-08, after kubelet API-51'],
      blocked: [
        'plain by object shop NS-08',
        'shop by object stuck NS-08, terminating',
        'stuck by finalizer example.com/x API-35, terminating',
      ],
    });
  });

  /** A Namespace, what is in it, and two cluster-scoped dependents, one held. */
  function owningNamespace(
    namespace: Partial<ObjectMeta> = {},
    inside: Partial<ObjectMeta> = {},
  ): ApiObject[] {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const owner = { ...ownedBy('shop', { kind: 'Namespace' }), blockOwnerDeletion: true };
    const own = { namespace: '', ownerReferences: [owner] };
    return [
      objectOf('shop', { namespace: '', ...namespace }, { kind: 'Namespace' }),
      objectOf('inside', inside),
      objectOf('free', own, role),
      objectOf('held', { ...own, finalizers: ['example.com/x'] }, role),
    ];
  }

  it('[NS-17] what a namespace owns outside of itself goes by the policy', () => {
    const all = forecastOf(owningNamespace(), ['shop']);
    const inside = 'inside NS-08';
    expect(told(under('Orphan', all))).toMatchObject({
      deleted: [inside, 'shop API-30'],
      orphaned: ['free OR-03', 'held OR-03'],
      blocked: [],
    });
    expect(told(under('Foreground', all))).toMatchObject({
      deleted: ['free AD-17', inside],
      blocked: [expect.stringMatching(/^held by finalizer/), expect.stringMatching(/^shop by/)],
    });
    expect(told(under('Background', all))).toMatchObject({
      deleted: ['free AD-17', inside, 'shop API-30'],
      blocked: [expect.stringMatching(/^held by finalizer/)],
    });
  });

  it('[NS-02] of a namespace that is being emptied nothing else can be asked', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] };
    const stuck = { deletionTimestamp: going.deletionTimestamp, finalizers: ['example.com/x'] };
    const all = forecastOf(owningNamespace(going, stuck), ['shop']);
    for (const policy of PROPAGATION_POLICIES) {
      const blocked = expect.arrayContaining([expect.stringMatching(/^shop by/)]);
      expect(told(under(policy, all))).toMatchObject({ orphaned: [], blocked });
    }
    const empty = owningNamespace(going).filter(({ metadata }) => metadata.name !== 'inside');
    expect(told(under('Orphan', forecastOf(empty, ['shop'])))).toMatchObject({
      deleted: ['shop API-30'],
      orphaned: ['free OR-03', 'held OR-03'],
    });
  });

  it('[NS-17] before, a finalizer that was there decided, not the policy', () => {
    const outcome = (...finalizers: string[]): PolicyForecast =>
      under('Background', forecastIn('v1.13', owningNamespace({ finalizers }), ['shop']));
    expect(told(outcome('orphan'))).toMatchObject({ orphaned: ['free OR-03', 'held OR-03'] });
    expect(outcome('foregroundDeletion').blocked).toHaveLength(2);
    expect(outcome().blocked).toHaveLength(1);
  });

  it('[FN-04] the definition of a kind: all objects of the kind, and what they own', () => {
    const type = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {
        name: 'widgets.gc.example.com',
        uid: 'crd-uid',
        finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      },
    };
    const objects = [
      definition,
      objectOf('w', {}, type),
      objectOf('child', { ownerReferences: [ownedBy('w', type)] }),
    ];
    expect(told(under('Background', forecastOf(objects, ['crd'])))).toEqual({
      ...NOTHING,
      deleted: ['child AD-17', 'w FN-04', 'widgets.gc.example.com API-30'],
    });
    const held = objectOf('held', { finalizers: ['example.com/hold'] }, type);
    expect(told(under('Background', forecastOf([...objects, held], ['crd'])))).toMatchObject({
      blocked: [
        'held by finalizer example.com/hold API-35, terminating',
        'widgets.gc.example.com by object held FN-04, terminating',
      ],
    });
  });

  it('[FN-05] storage: claims with the volumes that were provisioned for them', () => {
    const claim = { kind: 'PersistentVolumeClaim' };
    const objects = [
      objectOf('owner'),
      objectOf('free', { ownerReferences: [ownedBy('owner')] }, claim),
      objectOf(
        'used',
        {
          ownerReferences: [ownedBy('owner')],
          finalizers: ['kubernetes.io/pvc-protection'],
        },
        claim,
      ),
      objectOf('pvc-used-uid', { namespace: '' }, { kind: 'PersistentVolume' }),
    ];
    const { storage } = under('Background', forecastOf(objects, ['owner']));
    expect(storage).toMatchObject([
      { object: { name: 'free' } },
      {
        object: { name: 'used' },
        volume: { name: 'pvc-used-uid' },
        after: 'kube-controller-manager removes it once no Pod uses the claim',
      },
    ]);
  });
});
