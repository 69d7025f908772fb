import { RELEASES } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { compareTwins, type Difference } from '../../real-cluster/src/collect/compare-twins.ts';
import type { Played } from '../../real-cluster/src/differential/simulate-world.ts';
import { simulateWorld } from '../../real-cluster/src/differential/simulate-world.ts';
import type { World } from '../../real-cluster/src/differential/world.ts';

const RELEASE = RELEASES['v1.36'];
const PLAIN = { kind: 0, namespace: 'a', finalizers: [], onNode: false } as const;
/** A ConfigMap, and one that depends on it, which goes with it */
const PAIR: World = {
  seed: 1,
  workers: 'one',
  objects: [PLAIN, PLAIN],
  rounds: [
    [0, 1].map((object) => ({ type: 'create', object })),
    [
      {
        type: 'references',
        object: 1,
        references: [{ owner: 0, flaw: 'none', blockOwnerDeletion: true }],
      },
    ],
    [{ type: 'delete', object: 0, policy: 'Foreground' }],
  ],
};
const LAST = 2;
const ORDERS = 20;
const DEPENDENT = '/api/v1/namespaces/w-a/configmaps/w-1';
const OWNER = '/api/v1/namespaces/w-a/configmaps/w-0';

describe('twins', () => {
  const real: Played = simulateWorld(PAIR, RELEASE, 0);
  const compare = (ours: Played): readonly Difference[] =>
    compareTwins({ world: PAIR, real, ours }, RELEASE, ORDERS);
  /** The same with other requests in the last round. */
  const sending = (change: (sent: Played['sent'][number]) => object): Played => ({
    ...real,
    sent: real.sent.map((each, round) => (round === LAST ? { ...each, ...change(each) } : each)),
  });

  it('that went alike do not differ, and what was sent is known by path, body and answer', () => {
    expect(compare(real)).toEqual([]);
    expect(real.sent[LAST]?.writes).toEqual([
      `delete ${DEPENDENT} {"preconditions":{"resourceVersion":"a version","uid":1},"propagationPolicy":"Background"} → 200`,
      `patch ${OWNER} {"metadata":{"finalizers":null,"resourceVersion":"a version"}} → 200`,
    ]);
  });

  it('a write without its precondition, one with another policy, one that is missing: unexplained', () => {
    const changes = [
      (text: string) => text.replace('"resourceVersion":"a version",', ''),
      (text: string) => text.replace('Background', 'Foreground'),
      (text: string) => (text.startsWith('delete') ? [] : text),
    ];
    for (const change of changes) {
      const ours = sending(({ writes }) => ({ writes: writes.flatMap(change) }));
      const differences = compare(ours);
      const writes = differences.filter(({ of }) => of === 'writes');
      expect(writes.length).toBeGreaterThan(0);
      expect(writes.map(({ explanation }) => explanation)).not.toContain('order');
    }
  });

  it('a read that no order has is unexplained', () => {
    const stranger = '/api/v1/namespaces/w-a/configmaps/w-7';
    const [difference] = compare(
      sending(({ reads }) => ({ reads: [...reads, `get ${stranger}`] })),
    );
    expect(difference).toMatchObject({ of: 'reads', real: [], ours: [`get ${stranger}`] });
    expect(difference).not.toHaveProperty('explanation');
  });

  it('[AC-01] an owner that is gone may be read again, as its absence may be forgotten', () => {
    const gone: World = {
      ...PAIR,
      rounds: [
        ...PAIR.rounds.slice(0, LAST),
        [{ type: 'delete', object: 0, policy: 'Background' }],
      ],
    };
    const played = simulateWorld(gone, RELEASE, 0);
    const sent = played.sent.map((each, round) => {
      return round === LAST ? { ...each, reads: [...each.reads, `get ${OWNER}`] } : each;
    });
    const [difference] = compareTwins(
      { world: gone, real: played, ours: { ...played, sent } },
      RELEASE,
      ORDERS,
    );
    expect(difference).toMatchObject({ of: 'reads', explanation: 'cache' });
  });

  it('[GB-42b] a dependent of the owner that all worlds share may be read again, and no other', () => {
    const readAgain = (flaw: 'proto' | 'uid'): unknown => {
      const references = [{ owner: 0, flaw }];
      const world: World = {
        ...PAIR,
        rounds: [PAIR.rounds[0] ?? [], [], [{ type: 'references', object: 1, references }]],
        objects: [PLAIN, { ...PLAIN, kind: 4 }],
      };
      const played = simulateWorld(world, RELEASE, 0);
      const role = 'get /apis/rbac.authorization.k8s.io/v1/clusterroles/w-1';
      const sent = [...played.sent, { writes: [], reads: [role] }];
      const twins = { world, real: played, ours: { ...played, sent } };
      return compareTwins(twins, RELEASE, ORDERS).map(({ explanation }) => explanation);
    };
    expect(readAgain('proto')).toEqual(['shared']);
    expect(readAgain('uid')).not.toEqual(['shared']);
  });

  describe('a list anew', () => {
    /** Owner and dependent come together, and are listed by their names. */
    const pair = (owner: number, namespace: 'a' | 'b'): World => ({
      ...PAIR,
      objects: [0, 1].map((at) => (at === owner ? { ...PLAIN, namespace } : PLAIN)),
      rounds: [
        [
          ...[0, 1].map((object) => ({ type: 'create', object }) as const),
          { type: 'references', object: 1 - owner, references: [{ owner, flaw: 'none' }] },
        ],
      ],
    });
    const explained = (world: World, change: (played: Played) => Played): unknown[] => {
      const played = simulateWorld(world, RELEASE, 0);
      const differences = compareTwins(
        { world, real: played, ours: change(played) },
        RELEASE,
        ORDERS,
      );
      return differences.map(({ of, explanation }) => [of, explanation]);
    };

    it('[GB-25] may read an owner that is listed after its dependent, and no other', () => {
      const reading =
        (name: string) =>
        (played: Played): Played => ({
          ...played,
          sent: [{ writes: [], reads: [`get /api/v1/namespaces/w-a/configmaps/${name}`] }],
        });
      expect(explained(pair(1, 'a'), reading('w-1'))).toEqual([['reads', 'list']]);
      expect(explained(pair(1, 'a'), reading('w-0'))).toEqual([['reads', undefined]]);
      expect(explained(pair(0, 'a'), reading('w-0'))).toEqual([['reads', undefined]]);
    });

    it('[GB-42a] may lack the Event about such an owner elsewhere, and no other', () => {
      const silent = (played: Played): Played => ({ ...played, warnings: [] });
      expect(explained(pair(1, 'b'), silent)).toEqual([['warnings', 'list']]);
      const ownerFirst = {
        ...pair(0, 'b'),
        objects: [PLAIN, { ...PLAIN, namespace: 'b' as const }],
      };
      expect(explained(ownerFirst, silent)).toEqual([['warnings', undefined]]);
    });
  });

  it('another end, and an Event that only one wrote: unexplained', () => {
    const kept: Played = {
      ...real,
      course: [...real.course.slice(0, -1), { answers: [], left: [] }],
    };
    expect(compare(kept)).toMatchObject([{ of: 'end', round: LAST }]);
    const warned = compare({ ...real, warnings: ['ConfigMap w-a/w-1: something'] });
    expect(warned).toMatchObject([{ of: 'warnings', real: [] }]);
    expect(warned[0]).not.toHaveProperty('explanation');
  });
});
