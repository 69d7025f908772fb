import { describe, expect, it } from 'vitest';
import type { ApiResource } from '../../../src/meta/api-resource.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import type { Release } from '../../../src/meta/releases.ts';
import type { Forecast } from '../../../src/wire/forecast.ts';
import { blocking, forecastIn, NOTHING, told, under } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
const hold: Partial<ObjectMeta> = { finalizers: ['example.com/hold'] };
const held = 'example.com/hold API-35, terminating';
const namespace = objectOf('shop', { namespace: '' }, { kind: 'Namespace' });
const ofNamespace = { kind: 'Namespace' };
const widget = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };

function custom(group: string, resource: string, kind: string): ApiResource {
  return { group, version: 'v1', resource, kind, namespaced: true, custom: true };
}

const KINDS = [
  custom('gc.example.com', 'sprockets', 'Sprocket'),
  custom('x.example.com', 'widgets', 'Gadget'),
  custom('x.example.com', 'pods', 'Pod'),
];

function deleting(
  objects: readonly ApiObject[],
  name: string,
  release: Release = 'v1.36',
): Forecast {
  return forecastIn(release, objects, [name], {}, () => true, KINDS);
}

/** The definition of Widgets. */
function definition(more: Partial<ObjectMeta> = {}): ApiObject {
  const type = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const name = 'widgets.gc.example.com';
  return objectOf(name, { namespace: '', uid: 'crd-uid', finalizers: [CLEANUP], ...more }, type);
}

describe('a namespace', () => {
  const stuck = objectOf('stuck', hold, { kind: 'Pod' });

  it('[NS-07] until 1.32 its Pods go with all the rest', () => {
    const all = deleting([namespace, objectOf('plain'), stuck], 'shop', 'v1.28');
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['plain NS-08'],
      blocked: [`shop by object stuck NS-08, terminating`, `stuck by finalizer ${held}`],
    });
  });

  it('[NS-07] since then what another group calls a Pod goes with the rest, after the Pods', () => {
    const fake = objectOf('fake', {}, { apiVersion: 'x.example.com/v1', kind: 'Pod' });
    const all = deleting([namespace, fake, objectOf('plain'), stuck], 'shop');
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      blocked: [
        'fake by object shop NS-08',
        'plain by object shop NS-08',
        'shop by object stuck NS-08, terminating',
        `stuck by finalizer ${held}`,
      ],
    });
  });

  it('[NS-08] waits for what is left of it also where it has no Pod', () => {
    const all = deleting([namespace, objectOf('map', hold)], 'shop');
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      blocked: [`map by finalizer ${held}`, 'shop by object map NS-08, terminating'],
    });
  });

  it('[AD-17] takes along what went with a Pod of it only once', () => {
    const ownerReferences = [ownedBy('pod', { kind: 'Pod' })];
    const objects = [
      namespace,
      objectOf('pod', {}, { kind: 'Pod' }),
      objectOf('child', { ownerReferences }),
    ];
    for (const forecast of deleting(objects, 'shop').policies) {
      expect(told(forecast)).toEqual({
        ...NOTHING,
        deleted: [
          'child AD-17, after object pod AD-17',
          'pod NS-08, after kubelet API-51',
          'shop API-30, after object pod NS-08',
        ],
      });
    }
  });

  it('[AD-17] its end is heard of by what it owns, and what that owns', () => {
    const objects = [
      namespace,
      objectOf('map'),
      clusterNode('n', [ownedBy('shop', ofNamespace)]),
      clusterNode('m', [ownedBy('n', { kind: 'Node' })]),
    ];
    expect(told(under('Background', deleting(objects, 'shop')))).toEqual({
      ...NOTHING,
      deleted: ['m AD-17', 'map NS-08', 'n AD-17', 'shop API-30'],
    });
  });

  it('[FG-02] in the foreground it waits for its dependents, too', () => {
    const n = clusterNode('n', [blocking('shop', ofNamespace)]);
    const dependent = { ...n, metadata: { ...n.metadata, ...hold } };
    const all = deleting([namespace, objectOf('map'), dependent], 'shop');
    expect(told(under('Foreground', all))).toEqual({
      ...NOTHING,
      deleted: ['map NS-08'],
      blocked: [`n by finalizer ${held}`, 'shop by object n FG-02, terminating'],
    });
  });

  it('[GB-35] until 1.15 it stays if its policy comes too late', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const late = objectOf('shop', { namespace: '', deletionTimestamp, ...hold }, ofNamespace);
    expect(told(under('Orphan', deleting([late], 'shop', 'v1.13')))).toEqual({
      ...NOTHING,
      blocked: ['shop by finalizer orphan GB-35, terminating'],
    });
  });
});

describe('the definition of a kind', () => {
  it('[FN-04] takes along its own objects alone, none that nobody has seen', () => {
    const objects = [
      definition(),
      objectOf('w', {}, widget),
      objectOf('s', {}, { ...widget, kind: 'Sprocket' }),
      objectOf('g', {}, { apiVersion: 'x.example.com/v1', kind: 'Gadget' }),
      objectOf('child', { ownerReferences: [ownedBy('unseen', widget)] }),
    ];
    expect(told(under('Background', deleting(objects, 'crd')))).toEqual({
      ...NOTHING,
      deleted: ['w FN-04', 'widgets.gc.example.com API-30'],
    });
  });

  it('[FN-04] holds nothing of what went with an owner of both', () => {
    const ownerReferences = [ownedBy('n', { kind: 'Node' })];
    const objects = [
      clusterNode('n'),
      objectOf('w', { ownerReferences }, widget),
      definition({ ownerReferences }),
    ];
    expect(told(under('Background', deleting(objects, 'n')))).toEqual({
      ...NOTHING,
      deleted: ['n API-30', 'w AD-17', 'widgets.gc.example.com AD-17'],
    });
  });

  it('[FN-04] takes them along also where it has no finalizer yet', () => {
    const objects = [definition({ finalizers: [] }), objectOf('w', {}, widget)];
    expect(told(under('Background', deleting(objects, 'crd')))).toEqual({
      ...NOTHING,
      deleted: ['w FN-04', 'widgets.gc.example.com API-30'],
    });
  });

  it('[API-35] [FN-04] another finalizer of it holds it, its own holds whoever else has it', () => {
    const finalizers = [CLEANUP, 'example.com/hold'];
    const all = deleting([definition({ finalizers }), objectOf('w', {}, widget)], 'crd');
    expect(told(under('Background', all))).toEqual({
      ...NOTHING,
      deleted: ['w FN-04'],
      blocked: [`widgets.gc.example.com by finalizer ${held}`],
    });
    const map = objectOf('map', { finalizers: [CLEANUP] });
    expect(told(under('Background', deleting([map], 'map')))).toEqual({
      ...NOTHING,
      blocked: [`map by finalizer ${CLEANUP} FN-04, terminating`],
    });
  });
});
