import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { PropagationPolicy } from '../../../src/meta/propagation-policy.ts';
import { blocking, forecastOf, under } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

describe('order that matters', () => {
  it('[AD-14] [AD-17] what decides is named', () => {
    const objects = [
      objectOf('top'),
      objectOf('a', { ownerReferences: [blocking('top')] }),
      objectOf('b', { ownerReferences: [blocking('top')] }),
      objectOf('both', {
        ownerReferences: [blocking('a'), blocking('b')],
        finalizers: ['example.com/hold'],
      }),
    ];
    const all = forecastOf(objects, ['top']);
    const names = (policy: PropagationPolicy): string[] =>
      under(policy, all).decides.map(({ name }) => name);
    expect(names('Foreground')).toEqual(['both']);
    expect(names('Background')).toEqual([]);
    expect(names('Orphan')).toEqual([]);
  });
});

describe('order that does not matter', () => {
  const names = (objects: readonly ApiObject[], policy: PropagationPolicy): string[] =>
    under(policy, forecastOf(objects, ['owner'])).decides.map(({ name }) => name);
  const hold = { finalizers: ['example.com/hold'] };

  it('[AD-18] a held object without dependents is deleted alike, before its owner goes or after', () => {
    const child = objectOf('child', { ownerReferences: [ownedBy('owner')], ...hold });
    expect(names([objectOf('owner'), child], 'Foreground')).toEqual([]);
    const below = objectOf('below', { ownerReferences: [ownedBy('child')] });
    expect(names([objectOf('owner'), child, below], 'Foreground')).toEqual(['child']);
  });

  it('[CL-09] a dependent of an owner that waits for ever finds it waiting, whenever it is looked at', () => {
    const stuck = objectOf('stuck', { ownerReferences: [blocking('owner')], ...hold });
    const loose = objectOf('loose', { ownerReferences: [ownedBy('owner')] });
    expect(names([objectOf('owner', hold), stuck, loose], 'Foreground')).toEqual([]);
    expect(names([objectOf('owner', hold), loose], 'Foreground')).toEqual(['owner']);
  });

  it('[AD-02] what was being deleted before is not looked at', () => {
    const deletionTimestamp = '2026-01-01T00:00:00Z';
    const ownerReferences = [ownedBy('owner')];
    const child = objectOf('child', { deletionTimestamp, ownerReferences, ...hold });
    expect(names([objectOf('owner', hold), child], 'Foreground')).toEqual([]);
  });

  it('[AD-16] a circle of which all goes', () => {
    const owner = objectOf('owner', { ownerReferences: [blocking('second')] });
    const second = { ownerReferences: [blocking('owner')] };
    expect(names([owner, objectOf('second', second)], 'Foreground')).toEqual([]);
    expect(names([owner, objectOf('second', { ...second, ...hold })], 'Foreground')).not.toEqual(
      [],
    );
    expect(names([owner, objectOf('second', { ...second, ...hold })], 'Background')).toEqual([]);
  });

  it('[AD-16] [AD-15] but it does where something far below is held, which waits for that in the foreground', () => {
    const objects = [
      objectOf('owner', { ownerReferences: [blocking('second')] }),
      objectOf('second', { ownerReferences: [blocking('owner')] }),
      objectOf('third', { ownerReferences: [blocking('second')] }),
      objectOf('fourth', { ownerReferences: [blocking('third')], ...hold }),
    ];
    expect(names(objects, 'Foreground')).toContain('second');
    expect(names(objects, 'Background')).toEqual([]);
  });

  it('[AD-16] but it does where an object is un-blocked outside a circle, and waits or goes', () => {
    const waiting = {
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['foregroundDeletion'],
      ownerReferences: [blocking('child')],
    };
    const objects = [
      objectOf('owner'),
      objectOf('child', { ownerReferences: [blocking('owner')] }),
      objectOf('waiting', waiting),
      objectOf('held', { deletionTimestamp: 'x', ownerReferences: [blocking('waiting')], ...hold }),
    ];
    expect(names(objects, 'Foreground')).toEqual(['child']);
  });
});

describe('owners that are named twice', () => {
  it('[AD-14] an owner that is deleted between two questions about it keeps its dependent, or not', () => {
    const objects = [
      objectOf('top'),
      objectOf('middle', { ownerReferences: [blocking('top')] }),
      objectOf('child', {
        ownerReferences: [ownedBy('top'), ownedBy('middle'), ownedBy('middle')],
      }),
    ];
    const { decides } = under('Foreground', forecastOf(objects, ['top']));
    expect(decides.map(({ name }) => name)).toEqual(['child']);
  });

  it('[AD-14] [NS-04] so does a Namespace that does not wait any more, and is not emptied yet', () => {
    const twice = [ownedBy('shop', { kind: 'Namespace' }), ownedBy('shop', { kind: 'Namespace' })];
    const objects = [
      objectOf('shop', { namespace: '' }, { kind: 'Namespace' }),
      objectOf('child', { namespace: 'far', ownerReferences: twice }),
    ];
    const all = forecastOf(objects, ['shop']);
    const names = (policy: PropagationPolicy): string[] =>
      under(policy, all).decides.map(({ name }) => name);
    expect(names('Foreground')).toEqual(['child']);
    expect(names('Background')).toEqual([]);
  });

  it('[GB-12] [GB-14] if only the first blocks, the owner may not hear that it is gone', () => {
    const objects = [
      objectOf('owner'),
      objectOf('other'),
      objectOf('child', {
        ownerReferences: [ownedBy('other'), blocking('owner'), ownedBy('owner')],
      }),
    ];
    const { decides } = under('Foreground', forecastOf(objects, ['owner']));
    expect(decides.map(({ name }) => name)).toEqual(['child']);
    const usual = objects.with(
      2,
      objectOf('child', { ownerReferences: [ownedBy('other'), blocking('owner')] }),
    );
    expect(under('Foreground', forecastOf(usual, ['owner'])).decides).toEqual([]);
  });
});
