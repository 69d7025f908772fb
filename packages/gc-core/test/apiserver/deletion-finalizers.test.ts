import { describe, expect, it } from 'vitest';
import { deletionFinalizersForGarbageCollection } from '../../src/apiserver/deletion-finalizers.ts';
import {
  type DefaultDeletion,
  deletionStrategyFor,
} from '../../src/apiserver/deletion-strategies.ts';
import type { DeleteOptions } from '../../src/meta/propagation-policy.ts';
import { RELEASES } from '../../src/meta/releases.ts';
import { kind } from './test-server.ts';

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

  it('[API-75] batch/v1 CronJob defaults to delete-dependents', () => {
    expect(
      deletionStrategyFor(kind('batch/v1', 'CronJob'), RELEASES['v1.36']).defaultDeletion,
    ).toBe('delete-dependents');
  });
});
