import { describe, expect, it } from 'vitest';
import { deletionFinalizersForGarbageCollection } from '../../src/apiserver/deletion-finalizers.ts';
import {
  type DefaultDeletion,
  deletionStrategyFor,
} from '../../src/apiserver/deletion-strategies.ts';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { kind, objectOf, testServer } from './test-server.ts';

const FG = 'foregroundDeletion';

describe('deletionFinalizersForGarbageCollection', () => {
  const rows: [string, string[], DeleteOptions, DefaultDeletion, string[]][] = [
    ['API-10', ['orphan', 'a/b'], { propagationPolicy: 'Foreground' }, 'unsupported', ['a/b']],
    ['API-11', ['a/b'], { orphanDependents: true }, 'delete-dependents', ['a/b', 'orphan']],
    ['API-12', [FG], { orphanDependents: false }, 'orphan-dependents', []],
    ['API-13', [], { propagationPolicy: 'Orphan' }, 'delete-dependents', ['orphan']],
    ['API-14', ['orphan'], { propagationPolicy: 'Foreground' }, 'orphan-dependents', [FG]],
    [
      'API-15',
      ['orphan', 'a/b'],
      { propagationPolicy: 'Background' },
      'orphan-dependents',
      ['a/b'],
    ],
    ['API-16', ['orphan', FG], {}, 'delete-dependents', ['orphan']],
    ['API-17', ['a/b', FG, 'orphan'], {}, 'orphan-dependents', ['a/b', FG]],
    ['API-18', ['a/b'], {}, 'orphan-dependents', ['a/b', 'orphan']],
    ['API-19', ['a/b'], {}, 'delete-dependents', ['a/b']],
    [
      'API-20',
      [FG, 'a/b', 'c/d'],
      { propagationPolicy: 'Orphan' },
      'delete-dependents',
      ['a/b', 'c/d', 'orphan'],
    ],
    ['API-21', [FG, 'a/b'], { propagationPolicy: 'Foreground' }, 'delete-dependents', [FG, 'a/b']],
  ];
  it.each(rows)(
    '[%s] %j with %j on a kind that defaults to %s: %j',
    (_id, before, options, policy, after) => {
      expect(deletionFinalizersForGarbageCollection(before, options, policy)).toEqual(after);
    },
  );

  it.each<[DeleteOptions, string[]]>([
    [{ orphanDependents: false }, [FG, 'a/b']],
    [{ orphanDependents: true }, [FG, 'a/b', 'orphan']],
  ])(
    '[API-12] until 1.5 %j leaves foregroundDeletion, a stranger then, alone',
    (options, after) => {
      const before = ['orphan', FG, 'a/b'];
      const find = deletionFinalizersForGarbageCollection;
      expect(new Set(find(before, options, 'delete-dependents', false))).toEqual(new Set(after));
    },
  );

  it('[API-21] leaves the very list alone when nothing changes', () => {
    const before = [FG, 'a/b'];
    const after = deletionFinalizersForGarbageCollection(before, {}, 'delete-dependents');
    expect(after).toBe(before);
  });

  it.each([
    ['v1', 'ReplicationController', 'orphan-dependents'],
    ['batch/v1', 'Job', 'orphan-dependents'],
    ['v1', 'Event', 'unsupported'],
    ['events.k8s.io/v1', 'Event', 'unsupported'],
    ['batch/v1', 'CronJob', 'delete-dependents'],
    ['apps/v1', 'Deployment', 'delete-dependents'],
    ['gc.example.com/v1', 'Cog', 'delete-dependents'],
  ])('[API-75] %s %s defaults to %s', (apiVersion, name, policy) => {
    expect(deletionStrategyFor(kind(apiVersion, name)).defaultDeletion).toBe(policy);
  });
});

describe('deletion propagation at the store', () => {
  // "default-delete kind" and "default-orphan kind": what is left of the finalizers, or that the object is removed.
  const removed = 'removed';
  const existing = [
    ['no existing finalizers', undefined],
    ['existing orphan finalizer', 'orphan'],
    ['existing deleteDependents finalizer', FG],
  ] as const;
  const policies = ['Foreground', 'Background', 'Orphan', undefined] as const;
  const strategies = [
    ['defaultDeleteStrategy', kind('apps/v1', 'Deployment')],
    ['orphanDeleteStrategy', kind('v1', 'ReplicationController')],
  ] as const;
  const Table: Record<string, readonly [string, string]> = {
    'none/Foreground': [FG, FG],
    'none/Background': [removed, removed],
    'none/Orphan': ['orphan', 'orphan'],
    'none/default': [removed, 'orphan'],
    'orphan/Foreground': [FG, FG],
    'orphan/Background': [removed, removed],
    'orphan/Orphan': ['orphan', 'orphan'],
    'orphan/default': ['orphan', 'orphan'],
    'foregroundDeletion/Foreground': [FG, FG],
    'foregroundDeletion/Background': [removed, removed],
    'foregroundDeletion/Orphan': ['orphan', 'orphan'],
    'foregroundDeletion/default': [FG, FG],
  };
  const cases = existing.flatMap(([called, finalizer]) =>
    policies.flatMap((policy) =>
      strategies.map(([strategy, resource], column) => ({
        name: `${called}, PropagationPolicy=${policy ?? 'Default'}, ${strategy}`,
        finalizer,
        policy,
        resource,
        expected: Table[`${finalizer ?? 'none'}/${policy ?? 'default'}`]?.[column],
      })),
    ),
  );

  it('[API-16] has 24 cases', () => expect(cases).toHaveLength(24));

  it.each(cases)('[API-35] $name', ({ finalizer, policy, resource, expected }) => {
    const { server, add, read } = testServer();
    const target = add(resource, 'foo', finalizer === undefined ? {} : { finalizers: [finalizer] });
    const result = server.delete(target, policy === undefined ? {} : { propagationPolicy: policy });
    expect(result.ok).toBe(true);
    if (expected === removed) {
      expect(read(target)).toBeUndefined();
      return;
    }
    expect(objectOf(result).metadata).toEqual(read(target)?.metadata);
    expect(read(target)?.metadata).toMatchObject({
      finalizers: [expected],
      deletionTimestamp: '2026-11-21T12:00:00Z',
      deletionGracePeriodSeconds: 0,
      generation: 2,
    });
  });
});

describe('orphanDependents at the store', () => {
  // TestStoreDeleteWithOrphanDependents: the finalizer that is there, the old option, the default of the kind.
  const Hold = 'foo.com/x';
  const lists = [[], ['orphan'], [Hold, FG], [Hold]] as const;
  const kinds = [
    ['defaultDeleteStrategy', kind('apps/v1', 'Deployment'), undefined],
    ['orphanDeleteStrategy', kind('v1', 'ReplicationController'), 'orphan'],
  ] as const;
  const wantedFor = (
    before: readonly string[],
    option: boolean | undefined,
    byDefault: string | undefined,
  ): string | undefined => {
    if (option !== undefined) return option ? 'orphan' : undefined;
    return before.find((each) => each !== Hold) ?? byDefault;
  };
  const cases = lists.flatMap((before) =>
    [true, false, undefined].flatMap((option) =>
      kinds.map(([strategy, resource, byDefault]) => {
        const wanted = wantedFor(before, option, byDefault);
        const others = before.filter((each) => each === Hold);
        const after = wanted === undefined ? others : [...others, wanted];
        return { before, option, strategy, resource, after };
      }),
    ),
  );

  it('[API-11] has 24 cases', () => expect(cases).toHaveLength(24));

  it.each(cases)(
    '[API-11] [API-12] $before, orphanDependents $option, $strategy: $after',
    ({ before, option, resource, after }) => {
      const { server, add, read } = testServer();
      const target = add(resource, 'foo', before.length === 0 ? {} : { finalizers: before });
      const options = option === undefined ? {} : { orphanDependents: option };
      const result = server.delete(target, options);
      if (after.length === 0) {
        expect(result).toMatchObject({ ok: true, code: 200 });
        expect(read(target)).toBeUndefined();
        return;
      }
      expect(result, '[API-47]').toMatchObject({ ok: true, code: option === false ? 202 : 200 });
      expect(read(target)?.metadata).toMatchObject({
        finalizers: after,
        deletionGracePeriodSeconds: 0,
        generation: 2,
      });
    },
  );
});
