import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import type { PropagationPolicy } from '../../../src/meta/propagation-policy.ts';
import { blocking, forecastIn, forecastUnder, under } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

const hold = { finalizers: ['example.com/hold'] };
const held = (name: string, ...owners: readonly string[]): ApiObject =>
  objectOf(name, { ownerReferences: owners.map((each) => blocking(each)), ...hold });
const below = (name: string, ...owners: readonly string[]): ApiObject =>
  objectOf(name, { ownerReferences: owners.map((each) => blocking(each)) });
const loose = (name: string, owner: string): ApiObject =>
  objectOf(name, { ownerReferences: [ownedBy(owner)] });

/** The names of what ends differently in other orders, or `not tried` where no order can matter. */
function deciding(
  objects: readonly ApiObject[],
  policy: PropagationPolicy = 'Foreground',
  target = 'owner',
): string[] | string {
  const { orders, decides } = forecastUnder(policy, objects, [target]);
  return orders === 'alike' ? 'not tried' : decides.map(({ name }) => name).sort();
}

describe('order that matters', () => {
  const both = [
    objectOf('owner'),
    below('a', 'owner'),
    below('b', 'owner'),
    held('both', 'a', 'b'),
  ];

  it('[AD-14] [AD-17] what ends differently is named, and how often', () => {
    expect(deciding(both)).toEqual(['a', 'b']);
    const { outcomes } = forecastUnder('Foreground', both, ['owner']);
    expect(outcomes.length).toBeGreaterThan(1);
    const orders = outcomes.map((each) => each.orders);
    expect(orders).toEqual(orders.toSorted((a, b) => b - a));
    for (const { deleted, terminating, living } of outcomes) {
      const names = [...deleted, ...terminating, ...living].map(({ name }) => name);
      expect(names.sort()).toEqual(['a', 'b']);
    }
  });

  it('[AD-17] all tried orders may end alike', () => {
    const { orders, decides, outcomes } = forecastUnder('Background', both, ['owner']);
    expect({ orders, decides }).toEqual({ orders: 'tried', decides: [] });
    expect(outcomes).toMatchObject([{ deleted: [], terminating: [], living: [] }]);
  });

  it('too many objects are not tried, and the forecast says so', () => {
    const many = Array.from({ length: 100 }, (_, at) => below(`leaf-${at}`, 'owner'));
    const { orders, decides, outcomes } = forecastUnder(
      'Foreground',
      [...both, ...many],
      ['owner'],
    );
    expect({ orders, decides, outcomes }).toEqual({ orders: 'untried', decides: [], outcomes: [] });
  });

  it('[AD-15] [AD-18] a held object with dependents: before its owner goes, or after', () => {
    const child = objectOf('child', { ownerReferences: [ownedBy('owner')], ...hold });
    expect(deciding([objectOf('owner'), child])).toEqual([]);
    expect(deciding([objectOf('owner'), child, loose('below', 'child')])).toEqual(['below']);
  });

  it('[CL-09] an owner that waits for ever is always found waiting; one that does not may be found living', () => {
    const owner = objectOf('owner', hold);
    expect(deciding([owner, held('stuck', 'owner'), loose('loose', 'owner')])).toEqual([]);
    expect(deciding([owner, loose('loose', 'owner')])).toEqual(['loose']);
  });

  it('[CL-09] [NS-07] a Namespace that does not wait any more, while a finalizer holds what is in it', () => {
    const shop = objectOf('shop', { namespace: '' }, { kind: 'Namespace' });
    const child = objectOf('child', {
      namespace: 'far',
      ownerReferences: [ownedBy('shop', { kind: 'Namespace' })],
    });
    expect(deciding([shop, objectOf('content', hold), child], 'Foreground', 'shop')).toEqual([
      'child',
    ]);
  });

  it('[AD-16] a cycle of which something is held', () => {
    const owner = below('owner', 'second');
    expect(deciding([owner, below('second', 'owner')])).toEqual([]);
    expect(deciding([owner, held('second', 'owner')])).toEqual([]);
    expect(deciding([owner, held('second', 'owner')], 'Background')).toBe('not tried');
    const far = [
      owner,
      below('second', 'owner'),
      below('third', 'second'),
      held('fourth', 'third'),
    ];
    expect(deciding(far)).toEqual(['second', 'third']);
    expect(deciding(far, 'Background')).toBe('not tried');
  });

  it('[AD-16] an object that is un-blocked outside a cycle', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
    const objects = [
      objectOf('owner'),
      below('child', 'owner'),
      objectOf('waiting', { ...waiting, ownerReferences: [blocking('child')] }),
      objectOf('held', { deletionTimestamp, ownerReferences: [blocking('waiting')], ...hold }),
    ];
    expect(deciding(objects)).toEqual(['child']);
  });
});

describe('order that matters to an orphan', () => {
  // The owner has another kind: events of one kind come in order.
  const owner = objectOf('owner', {}, { kind: 'Secret' });
  const orphan = (...others: readonly OwnerReference[]): ApiObject =>
    objectOf('child', { ownerReferences: [ownedBy('owner', { kind: 'Secret' }), ...others] });
  const waiting = objectOf('waiting', {
    deletionTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['foregroundDeletion'],
  });

  it('[GB-43] [AD-17] it goes if the end of its owner is seen before its own change, and no other owner holds it', () => {
    const objects = [owner, waiting, orphan(blocking('waiting'))];
    expect(deciding(objects, 'Orphan')).toEqual(['child', 'waiting']);
    expect(deciding([owner, orphan(ownedBy('gone'))], 'Orphan')).toEqual(['child']);
  });

  it('[AD-14] or lets go of another owner that waits for it', () => {
    const other = objectOf('other');
    const child = orphan(blocking('waiting'), ownedBy('other'));
    expect(deciding([owner, waiting, other, child], 'Orphan')).toEqual(['waiting']);
  });

  it('[GB-12] else nothing looks at it', () => {
    const objects = [owner, objectOf('other'), orphan(ownedBy('other'))];
    expect(deciding(objects, 'Orphan')).toBe('not tried');
    expect(deciding([owner, orphan()], 'Orphan')).toBe('not tried');
  });
});

describe('order that matters to the collector of v1.4', () => {
  it('[PG-17] [PG-35] an orphan that names no other owner rightly is deleted if its change is observed too late', () => {
    const itself = ownedBy('child', { name: 'other' });
    const kind = 'Secret';
    const child = objectOf('child', { ownerReferences: [ownedBy('owner', { kind }), itself] });
    const forecast = forecastIn('v1.4', [objectOf('owner', {}, { kind }), child], ['owner']);
    expect(under('Orphan', forecast).decides.map(({ name }) => name)).toEqual(['child']);
  });
});

describe('order that does not matter', () => {
  it('[AD-02] of what was being deleted before', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const child = objectOf('child', {
      deletionTimestamp,
      ownerReferences: [ownedBy('owner')],
      ...hold,
    });
    expect(deciding([objectOf('owner', hold), child])).toEqual([]);
  });

  it('[AD-17] [FG-02] of most deletions, so that nothing is tried', () => {
    const tree = [objectOf('owner'), below('a', 'owner'), below('b', 'a'), held('c', 'b')];
    for (const policy of ['Background', 'Foreground', 'Orphan'] as const) {
      expect(deciding(tree, policy)).toBe('not tried');
    }
    const shared = objectOf('shared', { ownerReferences: [blocking('owner'), ownedBy('second')] });
    expect(deciding([objectOf('owner'), objectOf('second'), shared])).toBe('not tried');
  });
});

describe('owners that are named twice', () => {
  it('[AD-14] an owner that is deleted between two questions about it keeps its dependent, or not', () => {
    const twice = [ownedBy('owner'), ownedBy('middle'), ownedBy('middle', { controller: false })];
    const objects = [
      objectOf('owner'),
      below('middle', 'owner'),
      objectOf('child', { ownerReferences: twice }),
    ];
    expect(deciding(objects)).toEqual(['child']);
  });

  it('[AD-14] [NS-04] so does a Namespace that does not wait any more, and is not emptied yet', () => {
    const shop = ownedBy('shop', { kind: 'Namespace' });
    const objects = [
      objectOf('shop', { namespace: '' }, { kind: 'Namespace' }),
      objectOf('child', {
        namespace: 'far',
        ownerReferences: [shop, { ...shop, controller: false }],
      }),
    ];
    expect(deciding(objects, 'Foreground', 'shop')).toEqual(['child']);
    expect(deciding(objects, 'Background', 'shop')).toEqual([]);
  });

  it('[GB-12] [GB-14] if only the first blocks, the owner may not hear that it is gone', () => {
    const mixed = [ownedBy('other'), blocking('owner'), ownedBy('owner')];
    const objects = [
      objectOf('owner'),
      objectOf('other'),
      objectOf('child', { ownerReferences: mixed }),
    ];
    expect(deciding(objects)).toEqual(['owner']);
  });
});
