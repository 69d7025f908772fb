import { describe, expect, it } from 'vitest';
import { deletionFinalizersForGarbageCollection } from '../../src/apiserver/deletion-finalizers.ts';
import {
  type DefaultDeletion,
  deletionStrategyFor,
} from '../../src/apiserver/deletion-strategies.ts';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { RELEASES } from '../../src/meta/releases.ts';
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
    expect(deletionStrategyFor(kind(apiVersion, name), RELEASES['v1.36']).defaultDeletion).toBe(
      policy,
    );
  });
});

/** What a DELETE asks for: a finalizer, none, or what is there or usual for the kind. */
const ASKED: readonly (readonly [DeleteOptions, string | undefined | 'default'])[] = [
  [{ propagationPolicy: 'Foreground' }, FG],
  [{ propagationPolicy: 'Background' }, undefined],
  [{ propagationPolicy: 'Orphan' }, 'orphan'],
  [{ orphanDependents: true }, 'orphan'],
  [{ orphanDependents: false }, undefined],
  [{}, 'default'],
];

describe('deletion propagation at the store', () => {
  const hold = 'foo.com/x';
  const lists = [[], ['orphan'], [FG], [hold, FG], [hold]] as const;
  const kinds = [
    [kind('apps/v1', 'Deployment'), undefined],
    [kind('v1', 'ReplicationController'), 'orphan'],
  ] as const;
  const cases = kinds.flatMap(([resource, usual]) =>
    ASKED.flatMap(([options, asked]) =>
      lists.map((before) => {
        const wanted =
          asked === 'default' ? (before.find((each) => each !== hold) ?? usual) : asked;
        const others = before.filter((each) => each === hold);
        const after = wanted === undefined ? others : [...others, wanted];
        return { name: resource.kind, resource, options, before, after };
      }),
    ),
  );

  it.each(cases)(
    '[API-11] [API-12] [API-16] [API-35] $name with $before, $options: $after',
    ({ resource, options, before, after }) => {
      const { server, add, read } = testServer();
      const target = add(resource, 'foo', { finalizers: before });
      const result = server.delete(target, options);
      if (after.length === 0) {
        expect(result).toMatchObject({ ok: true, code: 200 });
        expect(read(target)).toBeUndefined();
        return;
      }
      const code = options.orphanDependents === false ? 202 : 200;
      expect(result, '[API-47]').toMatchObject({ ok: true, code });
      expect(objectOf(result).metadata).toEqual(read(target)?.metadata);
      expect(read(target)?.metadata).toMatchObject({
        finalizers: after,
        deletionTimestamp: '2026-11-21T12:00:00Z',
        deletionGracePeriodSeconds: 0,
        generation: 2,
      });
    },
  );
});
