import { describe, expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import {
  PROPAGATION_POLICIES,
  type PropagationPolicy,
} from '../../../src/meta/propagation-policy.ts';
import { plainText } from '../../../src/meta/sentence.ts';
import { describeBlocked } from '../../../src/wire/describe-awaited.ts';
import {
  blocking,
  deleting,
  described,
  forecastIn,
  NOTHING,
  under,
} from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

const deletionTimestamp = '2026-01-01T00:00:00Z';
const hold: Partial<ObjectMeta> = { finalizers: ['example.com/hold'] };
const owner = objectOf('owner');
const held = 'example.com/hold API-35, terminating';

function owned(name: string, ...owners: readonly string[]): ApiObject {
  return objectOf(name, { ownerReferences: owners.map((each) => blocking(each)) });
}

describe('a DELETE of what is being deleted already', () => {
  const late = [
    objectOf('owner', { deletionTimestamp, ...hold }),
    objectOf('child', { ownerReferences: [ownedBy('owner')] }),
  ];
  const child = 'child by object owner AD-17';

  it('[GB-35] until 1.15 its policy is ignored', () => {
    const all = forecastIn('v1.13', late, ['owner']);
    const blocked = [child, `owner by finalizer ${held}`];
    expect(described(under('Background', all))).toEqual({ ...NOTHING, blocked });
    for (const [policy, finalizer] of [
      ['Foreground', 'foregroundDeletion'],
      ['Orphan', 'orphan'],
    ] as const) {
      const ignored = [child, `owner by finalizer ${finalizer} GB-35, terminating`];
      expect(described(under(policy, all))).toEqual({ ...NOTHING, blocked: ignored });
    }
  });

  it('[GB-35] [GB-36] since then it is', () => {
    const all = forecastIn('v1.36', late, ['owner']);
    const blocked = [`owner by finalizer ${held}`];
    expect(described(under('Background', all))).toEqual({
      ...NOTHING,
      blocked: [child, ...blocked],
    });
    expect(described(under('Foreground', all))).toEqual({
      ...NOTHING,
      deleted: ['child AD-17'],
      blocked,
    });
    expect(described(under('Orphan', all))).toEqual({
      ...NOTHING,
      orphaned: ['child OR-03'],
      blocked,
    });
  });

  it('[FG-02] [API-35] names what blocks it in the end where that was in deletion before', () => {
    const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
    const pod = (more: Partial<ObjectMeta>): ApiObject =>
      objectOf('pod', { ...hold, ...more, ownerReferences: [blocking('set')] });
    const set = (more: Partial<ObjectMeta>): ApiObject =>
      objectOf('set', { ...more, ownerReferences: [blocking('owner')] });
    const ofOwner = (...all: readonly ApiObject[]): string | undefined => {
      const { blocked } = under('Foreground', forecastIn('v1.36', [owner, ...all], ['owner']));
      const line = blocked.find(({ object }) => object.name === 'owner');
      return line && plainText(describeBlocked(line));
    };
    expect(ofOwner(set(waiting), pod({ deletionTimestamp }))).toBe(
      'stays in Terminating: waits for ConfigMap `shop/set`; the root cause is finalizer example.com/hold of ConfigMap `shop/pod`',
    );
    // The Pod has a line of its own.
    expect(ofOwner(set({}), pod({}))).toBe('stays in Terminating: waits for ConfigMap `shop/set`');
  });

  it('[OR-03] until 1.15 one that comes first is', () => {
    expect(
      deleting([owner, late[1] ?? owner], 'owner', { policy: 'Orphan', release: 'v1.13' }),
    ).toEqual({
      ...NOTHING,
      deleted: ['owner OR-07'],
      orphaned: ['child OR-03'],
    });
  });

  it('[API-33] changes nothing in its grace period, at the end of which it goes', () => {
    const type = { kind: 'Pod' };
    const pod = objectOf('pod', { deletionTimestamp, deletionGracePeriodSeconds: 30 }, type);
    const child = objectOf('child', { ownerReferences: [blocking('pod', type)], ...hold });
    for (const forecast of forecastIn('v1.36', [pod, child], ['pod']).policies) {
      expect(described(forecast)).toEqual({
        ...NOTHING,
        deleted: ['pod API-33, after kubelet API-51'],
        blocked: [`child by finalizer ${held}`],
      });
    }
  });

  it('[API-35] lists dependents that were stuck before and stay so, under every policy', () => {
    const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
    const stuck = [
      objectOf('owner', waiting),
      objectOf('set', { ...waiting, ownerReferences: [blocking('owner')] }),
      objectOf('pod', { deletionTimestamp, ...hold, ownerReferences: [blocking('set')] }),
      // In deletion, too, but nothing of the owner's.
      objectOf('other', { deletionTimestamp, ...hold }),
    ];
    const stays = (policy: PropagationPolicy): string[] => {
      const { stayBlocked = [], orphaned } = under(policy, forecastIn('v1.36', stuck, ['owner']));
      const blocked = stayBlocked.map(
        (line) => `${line.object.name} ${plainText(describeBlocked(line))}`,
      );
      // An object that loses its reference is listed once, as orphaned.
      const lost = orphaned.map(({ object, text = [] }) => `${object.name} ${plainText(text)}`);
      return [...blocked, ...lost];
    };
    const pod = 'pod stays in Terminating: waits until `example.com/hold` is removed';
    for (const policy of PROPAGATION_POLICIES) {
      expect(stays(policy)).toEqual([
        expect.stringContaining(pod),
        expect.stringMatching(/^set .*stays in Terminating: waits for ConfigMap `shop\/pod`/),
      ]);
    }
    // An owner that waited for it alone is held by what is left.
    const above = [
      objectOf('owner', {
        deletionTimestamp,
        finalizers: ['foregroundDeletion', 'example.com/hold'],
      }),
      objectOf('child', { ownerReferences: [blocking('owner')] }),
    ];
    const { stayBlocked } = under('Background', forecastIn('v1.36', above, ['child']));
    expect(stayBlocked).toMatchObject([{ object: { name: 'owner' }, by: hold }]);
    // A dependent that this deletion reaches first is blocked by it, and not stuck before.
    const free = [owner, objectOf('pod', { ...hold, ownerReferences: [blocking('owner')] })];
    for (const forecast of forecastIn('v1.36', free, ['owner']).policies) {
      expect(forecast).not.toHaveProperty('stayBlocked');
    }
  });

  it('[AD-02] leaves a dependent that is being deleted as it is', () => {
    const ownerReferences = [ownedBy('owner')];
    const child = objectOf('child', { deletionTimestamp, ownerReferences, ...hold });
    const all = forecastIn('v1.36', [owner, child], ['owner']);
    for (const [policy, rule] of [
      ['Background', 'API-38'],
      ['Foreground', 'FG-01'],
    ] as const) {
      expect(described(under(policy, all))).toEqual({ ...NOTHING, deleted: [`owner ${rule}`] });
    }
  });
});

describe('an owner that waits', () => {
  it('[GB-14] [FG-01] hears of the only one that blocked it, and lives on without it', () => {
    const shared = objectOf('shared', { ownerReferences: [blocking('owner'), ownedBy('second')] });
    expect(
      deleting([owner, objectOf('second'), shared], 'owner', { policy: 'Foreground' }),
    ).toEqual({
      ...NOTHING,
      deleted: ['owner FG-01'],
      kept: ['shared by second'],
    });
  });

  it('[GB-14] [AD-W9] hears of it also when it waited before, and is not deleted here', () => {
    const unmapped = ownedBy('target', { apiVersion: 'no.such/v1', kind: 'Gone' });
    const objects = [
      objectOf('target'),
      objectOf('second'),
      objectOf('owner', { deletionTimestamp, finalizers: ['foregroundDeletion'] }),
      objectOf('shared', {
        ownerReferences: [blocking('owner'), unmapped, ownedBy('second')],
      }),
    ];
    expect(deleting(objects, 'target', { policy: 'Orphan' })).toEqual({
      ...NOTHING,
      deleted: ['owner FG-01', 'target OR-07'],
      kept: ['shared by second'],
    });
  });

  it('[AD-16] hears of one that blocks it no more, as that waits for a cycle', () => {
    const objects = [
      owner,
      owned('child', 'owner'),
      objectOf('waiting', {
        deletionTimestamp,
        finalizers: ['foregroundDeletion'],
        ownerReferences: [blocking('child')],
      }),
      objectOf('below', { deletionTimestamp, ownerReferences: [blocking('waiting')], ...hold }),
    ];
    // The DELETE of the child conflicts, and comes again when the owner is gone.
    expect(deleting(objects, 'owner', { policy: 'Foreground' })).toEqual({
      ...NOTHING,
      deleted: ['child AD-17', 'owner FG-01'],
    });
    const before = deleting(objects, 'owner', { policy: 'Foreground', release: 'v1.17' });
    expect(before).toEqual({
      ...NOTHING,
      deleted: ['owner FG-01'],
      blocked: ['child by object waiting FG-02, terminating'],
    });
  });

  it('[AC-02] until 1.19 does not ask about a uid that was absent under another name', () => {
    const other = ownedBy('owner', { name: 'other' });
    const unserved = blocking('owner', { apiVersion: 'example.com/v1', kind: 'Gone' });
    const objects = [owner, objectOf('child', { ownerReferences: [other, unserved] })];
    const before = deleting(objects, 'owner', { policy: 'Foreground', release: 'v1.17' });
    expect(before).toEqual({ ...NOTHING, deleted: ['child AD-17', 'owner FG-01'] });
    expect(deleting(objects, 'owner', { policy: 'Foreground' }).deleted).toEqual([]);
  });

  it.each([
    ['nobody', [], ['owner'], ['child AD-17']],
    ['somebody', [owned('below', 'child', 'ghost')], ['owner'], ['below AD-17', 'child AD-15']],
    [
      'nobody any more',
      [owned('below', 'child')],
      ['below', 'owner'],
      ['below FG-01', 'child AD-17'],
    ],
  ])('[AD-15] [AD-17] is followed by a dependent on which %s depends', (_, more, names, gone) => {
    const objects = [owner, owned('child', 'owner', 'ghost'), ...more];
    expect(deleting(objects, names, { policy: 'Foreground' })).toEqual({
      ...NOTHING,
      deleted: [...gone, 'owner FG-01'],
    });
  });
});

describe('several at once', () => {
  it.each([
    ['Background', 'API-38'],
    ['Foreground', 'FG-01'],
    ['Orphan', 'OR-07'],
  ] as const)('%s: each is told once', (policy, rule) => {
    const objects = [owner, owned('child', 'owner')];
    for (const names of [
      ['child', 'owner'],
      ['owner', 'child'],
    ]) {
      expect(deleting(objects, names, { policy })).toEqual({
        ...NOTHING,
        deleted: [`child ${rule}`, `owner ${rule}`],
      });
    }
  });
});

describe('the collector of v1.4', () => {
  const widget = { apiVersion: 'gc.example.com/v1', kind: 'Widget' };
  const ownerReferences = [ownedBy('owner')];
  const objects = [
    owner,
    objectOf('second'),
    objectOf('child', { ownerReferences }),
    objectOf('w', { ownerReferences }, widget),
    objectOf('kept', { ownerReferences: [ownedBy('owner'), ownedBy('second')] }),
  ];

  it('[PG-28] [PG-29] deletes and keeps by rules of its own', () => {
    const forecast = under('Background', forecastIn('v1.4', objects, ['owner']));
    expect(described(forecast)).toEqual({
      ...NOTHING,
      deleted: ['child PG-29', 'owner API-38', 'w PG-29'],
      kept: ['kept by second'],
    });
    expect(forecast.kept.map(({ rule }) => rule)).toEqual(['PG-28']);
    const [later] = under('Background', forecastIn('v1.36', objects, ['owner'])).kept;
    expect(later?.rule).toBe('AD-14');
  });

  it('[PG-35] [PG-38] fails silently to orphan custom objects', () => {
    expect(deleting(objects, 'owner', { policy: 'Orphan', release: 'v1.4' })).toEqual({
      ...NOTHING,
      deleted: ['owner PG-36', 'w PG-29'],
      orphaned: ['child PG-35', 'kept PG-35'],
    });
  });
});
