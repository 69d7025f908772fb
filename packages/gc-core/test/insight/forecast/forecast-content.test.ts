import { describe, expect, it } from 'vitest';
import { forecastOf, NOTHING, told, under } from '../../support/forecasts.ts';
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
      deleted: ['plain NS-08', 'pod NS-08', 'shop API-30'],
    });
    const stuck = objectOf('stuck', { finalizers: ['example.com/x'] }, { kind: 'Pod' });
    expect(told(under('Background', forecastOf([...objects, stuck], ['shop'])))).toEqual({
      ...NOTHING,
      deleted: ['pod NS-08'],
      blocked: [
        'plain by object shop NS-08',
        'shop by object stuck NS-08, terminating',
        'stuck by finalizer example.com/x API-35, terminating',
      ],
    });
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
