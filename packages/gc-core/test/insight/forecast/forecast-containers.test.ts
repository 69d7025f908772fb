import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { PROPAGATION_POLICIES } from '../../../src/meta/propagation-policy.ts';
import type { PolicyForecast } from '../../../src/wire/forecast.ts';
import {
  blocking,
  type DeletionRow,
  deleting,
  described,
  forecastIn,
  forecastOf,
  NOTHING,
  under,
} from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';
import { customKind, definition, WIDGET } from '../../support/widgets.ts';

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
const hold: Partial<ObjectMeta> = { finalizers: ['example.com/hold'] };
const held = 'example.com/hold API-35, terminating';
const namespace = objectOf('shop', { namespace: '' }, { kind: 'Namespace' });
const ofNamespace = { kind: 'Namespace' };

const KINDS = [
  customKind('Sprocket'),
  { ...customKind('Gadget', 'x.example.com'), resource: 'widgets' },
  customKind('Pod', 'x.example.com'),
];

function comesTo(...[_title, objects, names, outcome, deletion]: DeletionRow): void {
  const described = deleting(objects, names, { ...deletion, kinds: KINDS });
  expect(described).toEqual({ ...NOTHING, ...outcome });
}

const ORPHAN = { policy: 'Orphan' } as const;
const pod = objectOf('pod', {}, { kind: 'Pod' });
const plain = objectOf('plain');
const stuck = objectOf('stuck', hold, { kind: 'Pod' });
const shopIsStuck = ['shop by object stuck NS-07, terminating', `stuck by finalizer ${held}`];

describe('a namespace', () => {
  const elsewhere = objectOf('elsewhere', { namespace: 'far' });

  it.each<DeletionRow>([
    [
      '[NS-07] [NS-08] goes after its Pods and then everything in it, whoever owns it',
      [namespace, pod, plain, elsewhere],
      'shop',
      {
        deleted: [
          'plain NS-08, after container shop NS-08',
          'pod NS-08, after kubelet API-51',
          'shop NS-14, after object pod NS-07',
        ],
      },
      ORPHAN,
    ],
    [
      '[NS-07] until 1.32 its Pods go with all the rest',
      [namespace, plain, stuck],
      'shop',
      {
        deleted: ['plain NS-08'],
        blocked: ['shop by object stuck NS-08, terminating', `stuck by finalizer ${held}`],
      },
      { release: 'v1.28' },
    ],
    [
      '[NS-07] since then what another group calls a Pod goes with the rest, after the Pods',
      [
        namespace,
        objectOf('fake', {}, { apiVersion: 'x.example.com/v1', kind: 'Pod' }),
        plain,
        pod,
        stuck,
      ],
      'shop',
      {
        deleted: ['pod NS-08, after kubelet API-51'],
        blocked: ['fake by object stuck NS-07', 'plain by object stuck NS-07', ...shopIsStuck],
      },
    ],
    [
      '[NS-08] waits for what is left of it also where it has no Pod',
      [namespace, objectOf('map', hold)],
      'shop',
      { blocked: [`map by finalizer ${held}`, 'shop by object map NS-08, terminating'] },
    ],
    ...PROPAGATION_POLICIES.map(
      (policy): DeletionRow => [
        `[AD-17] ${policy}: takes along what went with a Pod of it only once`,
        [namespace, pod, objectOf('child', { ownerReferences: [ownedBy('pod', { kind: 'Pod' })] })],
        'shop',
        {
          deleted: [
            'child AD-17, after object pod AD-17',
            'pod NS-08, after kubelet API-51',
            'shop NS-14, after object pod NS-07',
          ],
        },
        { policy },
      ],
    ),
    [
      '[AD-17] its dependents, and theirs, observe its removal',
      [
        namespace,
        objectOf('map'),
        clusterNode('n', [ownedBy('shop', ofNamespace)]),
        clusterNode('m', [ownedBy('n', { kind: 'Node' })]),
      ],
      'shop',
      { deleted: ['m AD-17', 'map NS-08', 'n AD-17', 'shop NS-14'] },
    ],
    [
      '[FG-02] in the foreground it waits for its dependents, too',
      [
        namespace,
        objectOf('map'),
        objectOf(
          'n',
          { namespace: '', ownerReferences: [blocking('shop', ofNamespace)], ...hold },
          { kind: 'Node' },
        ),
      ],
      'shop',
      {
        deleted: ['map NS-08'],
        blocked: [`n by finalizer ${held}`, 'shop by object n FG-02, terminating'],
      },
      { policy: 'Foreground' },
    ],
    [
      '[GB-35] until 1.15 it stays if its policy comes too late',
      [
        objectOf(
          'shop',
          { namespace: '', deletionTimestamp: '2026-01-01T00:00:00Z', ...hold },
          ofNamespace,
        ),
      ],
      'shop',
      { blocked: ['shop by finalizer orphan GB-35, terminating'] },
      { ...ORPHAN, release: 'v1.13' },
    ],
  ])('%s', comesTo);

  /** A Namespace, what is in it, and two cluster-scoped dependents, one held. */
  function owningNamespace(
    namespace: Partial<ObjectMeta> = {},
    inside: Partial<ObjectMeta> = {},
  ): ApiObject[] {
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const own = { namespace: '', ownerReferences: [blocking('shop', ofNamespace)] };
    return [
      objectOf('shop', { namespace: '', ...namespace }, { kind: 'Namespace' }),
      objectOf('inside', inside),
      objectOf('free', own, role),
      objectOf('held', { ...own, ...hold }, role),
    ];
  }

  it('[NS-17] what a namespace owns outside of itself goes by the policy', () => {
    const all = forecastOf(owningNamespace(), ['shop']);
    const inside = 'inside NS-08';
    expect(described(under('Orphan', all))).toMatchObject({
      deleted: [inside, 'shop NS-14'],
      orphaned: ['free OR-03', 'held OR-03'],
      blocked: [],
    });
    expect(described(under('Foreground', all))).toMatchObject({
      deleted: ['free AD-17', inside],
      blocked: [expect.stringMatching(/^held by finalizer/), expect.stringMatching(/^shop by/)],
    });
    expect(described(under('Background', all))).toMatchObject({
      deleted: ['free AD-17', inside, 'shop NS-14'],
      blocked: [expect.stringMatching(/^held by finalizer/)],
    });
  });

  it('[NS-02] of a namespace that is being emptied nothing else can be asked', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['foregroundDeletion'] };
    const held = { deletionTimestamp: going.deletionTimestamp, ...hold };
    const all = forecastOf(owningNamespace(going, held), ['shop']);
    for (const policy of PROPAGATION_POLICIES) {
      const blocked = expect.arrayContaining([expect.stringMatching(/^shop by/)]);
      expect(described(under(policy, all))).toMatchObject({ orphaned: [], blocked });
    }
    const empty = owningNamespace(going).filter(({ metadata }) => metadata.name !== 'inside');
    expect(described(under('Orphan', forecastOf(empty, ['shop'])))).toMatchObject({
      deleted: ['shop OR-07'],
      orphaned: ['free OR-03', 'held OR-03'],
    });
  });

  it('[NS-17] before, a finalizer that was there decided, not the policy', () => {
    const outcome = (...finalizers: string[]): PolicyForecast =>
      under('Background', forecastIn('v1.13', owningNamespace({ finalizers }), ['shop']));
    expect(described(outcome('orphan'))).toMatchObject({ orphaned: ['free OR-03', 'held OR-03'] });
    expect(outcome('foregroundDeletion').blocked).toHaveLength(2);
    expect(outcome().blocked).toHaveLength(1);
  });
});

describe('the definition of a kind', () => {
  const w = objectOf('w', {}, WIDGET);
  const ofNode = { ownerReferences: [ownedBy('n', { kind: 'Node' })] };
  const isHeld = objectOf('held', hold, WIDGET);
  const all = { deleted: ['w FN-04', 'widgets.gc.example.com FN-04'] };

  it.each<DeletionRow>([
    [
      '[FN-04] takes along its own objects alone and what they own, none that nobody has seen',
      [
        definition(),
        w,
        objectOf('s', {}, { ...WIDGET, kind: 'Sprocket' }),
        objectOf('g', {}, { apiVersion: 'x.example.com/v1', kind: 'Gadget' }),
        objectOf('child', { ownerReferences: [ownedBy('w', WIDGET)] }),
        objectOf('orphan', { ownerReferences: [ownedBy('unseen', WIDGET)] }),
      ],
      'crd',
      { deleted: ['child AD-17', ...all.deleted] },
    ],
    [
      '[FN-04] waits for one of them that is held',
      [definition(), w, isHeld],
      'crd',
      {
        deleted: ['w FN-04'],
        blocked: [
          `held by finalizer ${held}`,
          'widgets.gc.example.com by object held FN-04, terminating',
        ],
      },
    ],
    [
      '[FN-04] holds nothing of what went with an owner of both',
      [clusterNode('n'), objectOf('w', ofNode, WIDGET), definition(ofNode)],
      'n',
      { deleted: ['n API-38', 'w AD-17', 'widgets.gc.example.com AD-17'] },
    ],
    [
      '[FN-04] takes them along also where it has no finalizer yet',
      [definition({ finalizers: [] }), w],
      'crd',
      all,
    ],
    [
      '[API-35] is held by another finalizer of it',
      [definition({ finalizers: [CLEANUP, 'example.com/hold'] }), w],
      'crd',
      { deleted: ['w FN-04'], blocked: [`widgets.gc.example.com by finalizer ${held}`] },
    ],
    [
      '[FN-04] is not the only kind that its finalizer holds',
      [objectOf('map', { finalizers: [CLEANUP] })],
      'map',
      { blocked: [`map by finalizer ${CLEANUP} FN-04, terminating`] },
    ],
  ])('%s', comesTo);
});
