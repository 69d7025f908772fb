import { describe, expect, it } from 'vitest';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import {
  blocking,
  type DeletionRow,
  type Described,
  deleting,
  described,
  forecastIn,
  forecastOf,
  forecastUnder,
  NOTHING,
  under,
} from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { clusterNode, objectOf } from '../../support/simulate.ts';

const hold = { finalizers: ['example.com/hold'] };
const held = 'example.com/hold API-35, terminating';
const owner = objectOf('owner');
const FOREGROUND = { policy: 'Foreground' } as const;
const ORPHAN = { policy: 'Orphan' } as const;

/** A child of `owner`, another one that a second owner keeps, and a leaf below. */
const family = [
  owner,
  objectOf('second'),
  objectOf('child', { ownerReferences: [blocking('owner')] }),
  objectOf('leaf', { ownerReferences: [blocking('child')] }),
  objectOf('shared', { ownerReferences: [blocking('owner'), ownedBy('second')] }),
];
const stuck = [
  objectOf('owner', hold),
  ...family.filter(({ metadata }) => /child|leaf/.test(metadata.name)),
];
const blocker = [owner, objectOf('child', { ownerReferences: [blocking('owner')], ...hold })];
const loner = [owner, clusterNode('n', [blocking('owner')])];
const unmapped = ownedBy('owner', { apiVersion: 'no.such/v1', kind: 'Gone' });
const deletionTimestamp = '2026-01-01T00:00:00Z';

it.each<DeletionRow>([
  [
    '[AD-17] [AD-14] Background: dependents go, unless another owner keeps them',
    family,
    'owner',
    { deleted: ['child AD-17', 'leaf AD-17', 'owner API-38'], kept: ['shared by second'] },
  ],
  [
    '[AD-15] [AD-18] Foreground: the same',
    family,
    'owner',
    { deleted: ['child AD-15', 'leaf AD-17', 'owner FG-01'], kept: ['shared by second'] },
    FOREGROUND,
  ],
  [
    '[OR-03] Orphan: they stay',
    family,
    'owner',
    { deleted: ['owner OR-07'], orphaned: ['child OR-03', 'shared OR-03'] },
    ORPHAN,
  ],
  [
    '[OR-03] Background: an object that orphans, but is not deleted while its owner is held, has orphaned nobody',
    [
      objectOf('owner', hold),
      objectOf('child', { ownerReferences: [ownedBy('owner')], finalizers: ['orphan'] }),
      objectOf('leaf', { ownerReferences: [ownedBy('child')] }),
    ],
    'owner',
    { blocked: ['child by object owner AD-17', `owner by finalizer ${held}`] },
  ],
  [
    '[OR-03] Orphan: a dependent that is in deletion before loses its reference, too',
    [owner, objectOf('child', { ownerReferences: [ownedBy('owner')], ...hold, deletionTimestamp })],
    'owner',
    {
      deleted: ['owner OR-07'],
      orphaned: [
        'child OR-03: It was already being deleted, and only loses the reference. It stays in Terminating: waits until `example.com/hold` is removed: only the controller of example.com removes it.',
      ],
    },
    ORPHAN,
  ],
  [
    '[API-35] [CL-09] a finalizer blocks, and everything that waits for its end',
    stuck,
    'owner',
    {
      blocked: [
        'child by object owner AD-17',
        'leaf by object child AD-17',
        `owner by finalizer ${held}`,
      ],
    },
  ],
  [
    '[FG-02] in the foreground the dependents go first, whatever holds the owner',
    stuck,
    'owner',
    { deleted: ['child AD-15', 'leaf AD-17'], blocked: [`owner by finalizer ${held}`] },
    FOREGROUND,
  ],
  [
    '[FG-02] a blocking dependent that is held itself blocks, though its group is served',
    blocker,
    'owner',
    { blocked: [`child by finalizer ${held}`, 'owner by object child FG-02, terminating'] },
    { ...FOREGROUND, facts: { groups: new Set(['example.com']) } },
  ],
  [
    '[API-35] but not in the background',
    blocker,
    'owner',
    { deleted: ['owner API-38'], blocked: [`child by finalizer ${held}`] },
  ],
  [
    '[CL-04] [DM-10] a cluster-scoped dependent stays, and in the foreground its owner as well',
    loner,
    'owner',
    {
      blocked: ['owner by reference owner CL-04, terminating'],
      leftAlone: ['n for owner CL-04'],
    },
    FOREGROUND,
  ],
  [
    '[CL-04] in the background its owner goes',
    loner,
    'owner',
    { deleted: ['owner API-38'], leftAlone: ['n for owner CL-04'] },
  ],
  [
    '[CL-03] what loses its owner is orphaned, whatever cannot be asked about its others',
    [
      owner,
      objectOf('child', {
        ownerReferences: [ownedBy('owner'), { ...unmapped, name: 'ghost', uid: 'ghost-uid' }],
      }),
    ],
    'owner',
    { deleted: ['owner OR-07'], orphaned: ['child OR-03'] },
    ORPHAN,
  ],
  [
    '[PA-02] what loses the owner that keeps it, with a reference of its uid that does not hold, is no longer kept',
    [
      owner,
      objectOf('other'),
      objectOf('child', {
        ownerReferences: [
          ownedBy('other'),
          ownedBy('owner', { apiVersion: 'no.such/v1' }),
          ownedBy('other', { kind: 'Secret' }),
        ],
      }),
    ],
    'owner',
    { deleted: ['owner OR-07'], orphaned: ['child OR-03'] },
    ORPHAN,
  ],
  [
    '[FG-02] an owner that waited before is left in Terminating',
    [
      objectOf('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] }),
      objectOf('child', { deletionTimestamp, ...hold, ownerReferences: [blocking('owner')] }),
    ],
    'child',
    { blocked: [`child by finalizer ${held}`, 'owner by object child FG-02, terminating'] },
  ],
  [
    '[API-35] what waits for several owners is blocked by one that is held',
    [
      objectOf('top'),
      objectOf('held', { ownerReferences: [ownedBy('top')], ...hold }),
      objectOf('child', { ownerReferences: [ownedBy('top'), ownedBy('held')] }),
    ],
    'top',
    {
      deleted: ['top API-38'],
      blocked: ['child by object held AD-17', `held by finalizer ${held}`],
    },
  ],
  [
    '[AD-W9] [OR-03] an object that the collector could not decide about is decided once that reference is gone',
    [owner, objectOf('child', { ownerReferences: [unmapped, ownedBy('ghost')] })],
    'owner',
    { deleted: ['child AD-17', 'owner OR-07'] },
    ORPHAN,
  ],
])('%s', (_title, objects, names, outcome, deletion) => {
  expect(deleting(objects, names, deletion)).toEqual({ ...NOTHING, ...outcome });
});

describe('what the collector comes back to', () => {
  it('[GB-12] [GB-25] [DM-12] an object with two references of one uid is looked at whenever it changes, unless they are equal', () => {
    const ghost = ownedBy('ghost', { kind: 'Node' });
    const orphaning = (other: OwnerReference): Described =>
      deleting([owner, clusterNode('n', [ghost, ownedBy('owner'), other])], 'owner', ORPHAN);
    const unequal = orphaning({ ...ghost, blockOwnerDeletion: false });
    expect(unequal).toEqual({ ...NOTHING, deleted: ['n AD-17', 'owner OR-07'] });
    expect(orphaning(ghost)).toMatchObject({ orphaned: ['n OR-03'] });
  });
});

describe('time', () => {
  const dependents = Array.from({ length: 1000 }, (_, index) =>
    objectOf(`d${index}`, { ownerReferences: [blocking('owner')] }),
  );

  it.each([
    ['Background', 49],
    ['Foreground', 74],
    ['Orphan', 24],
  ] as const)('[CF-05] 1,000 dependents, %s: measured were %i s', (policy, measured) => {
    const { seconds } = forecastUnder(policy, [owner, ...dependents], ['owner']);
    expect(Math.abs(seconds - measured) / measured).toBeLessThan(0.25);
  });

  it('[CF-05] until 1.19 the collector was half as fast', () => {
    const objects = [owner, ...dependents.slice(0, 100)];
    const seconds = (['v1.17', 'v1.28'] as const).map(
      (release) => under('Background', forecastIn(release, objects, ['owner'])).seconds,
    );
    expect(seconds).toEqual([9, 4]);
  });
});

describe('targets', () => {
  it('there is nothing to delete of what was never seen', () => {
    const all = forecastOf([objectOf('child', { ownerReferences: [ownedBy('gone')] })], ['gone']);
    expect(all.targets).toEqual([]);
    expect(described(under('Background', all))).toEqual(NOTHING);
  });
});
