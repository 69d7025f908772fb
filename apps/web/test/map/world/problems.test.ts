import { layout, rowsOf, stackSiblings } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { problemsOf, worstFirst } from '../../../src/map/world/problems.ts';
import { record } from '../../support/record.ts';

const blocked = { verdict: 'waits', rule: 'API-35', blockedBy: 'x' } as const;
const goes = { verdict: 'goes', rule: 'AD-14' } as const;
const records = [
  record({ uid: 'a', namespace: 'calm' }),
  record({ uid: 'b', namespace: 'calm' }),
  record({ uid: 'c', namespace: 'goes', summary: goes }),
  record({ uid: 'd', namespace: 'goes', summary: goes }),
  record({ uid: 'e', namespace: 'stuck', beingDeleted: true, summary: blocked }),
  record({ uid: 'f', namespace: 'stuck', summary: goes }),
  record({ uid: 'g', namespace: 'past', beingDeleted: true, summary: blocked }),
];
const placed = layout(rowsOf(records));

describe('problems on the map', () => {
  const { marks, namespaces } = problemsOf(placed, rowsOf(records).marks, {
    absent: new Map([['g', 'gone']]),
  });

  it('is counted in its namespace, the worst first, and what is gone does not count', () => {
    const counted = worstFirst(namespaces).map(({ label, count, problems }) => [
      label,
      count,
      Object.fromEntries(problems),
    ]);
    expect(counted).toEqual([
      ['stuck', 2, { blocked: 1, goes: 1 }],
      ['goes', 2, { goes: 2 }],
      ['calm', 2, {}],
      ['past', 0, {}],
    ]);
  });

  it('is drawn with the worst last, above the others', () => {
    expect(marks.map(({ slot }) => placed.uids[slot])).toEqual(['c', 'd', 'f', 'e']);
  });

  it('counts what is gone where the map shows the past', () => {
    const past = problemsOf(placed, rowsOf(records).marks, {
      absent: new Map([['g', 'gone']]),
      isPast: true,
    });
    const [frame] = past.namespaces.filter(({ label }) => label === 'past');
    expect([frame?.count, frame?.problems]).toEqual([1, []]);
  });

  it('counts an object in each of its states, as the tiles do, and marks it by the worst', () => {
    const wrong = [{ index: 0, finding: 'wrong-name' }] as const;
    const both = [
      record({ uid: 'a', beingDeleted: true, summary: { ...blocked, wrong } }),
      record({ uid: 'b', summary: { ...goes, wrong } }),
    ];
    const found = problemsOf(layout(rowsOf(both)), rowsOf(both).marks);
    expect(found.namespaces[0]?.problems).toEqual([
      ['blocked', 1],
      ['wrong', 2],
      ['goes', 1],
    ]);
    expect(found.marks.map(({ state }) => state)).toEqual(['wrong', 'blocked']);
  });

  it('in a filtered view counts matches, and first the problem that the filter asks for', () => {
    const wrong = [{ index: 0, finding: 'wrong-name' }] as const;
    const world = [
      record({ uid: 'owner', beingDeleted: true, summary: blocked }),
      record({ uid: 'going', summary: { ...goes, wrong } }),
      record({ uid: 'never', virtual: true }),
    ];
    const rows = rowsOf(world);
    const found = problemsOf(layout(rows), rows.marks, {
      context: new Set(['owner', 'never']),
      states: ['goes'],
    });
    expect(found.namespaces.map(({ count, problems }) => [count, problems])).toEqual([
      [
        1,
        [
          ['goes', 1],
          ['wrong', 1],
        ],
      ],
    ]);
    expect(found.marks.map(({ slot, state }) => [rows.uids[slot], state])).toEqual([
      ['owner', 'blocked'],
      ['going', 'goes'],
    ]);
  });

  it('in a filtered view counts no owners in a stack', () => {
    const sets = ['a', 'b', 'c'].map((uid) => record({ uid, kind: 'ReplicaSet' }));
    const rows = stackSiblings(rowsOf([...sets, record({ uid: 'match' })]));
    const [stack] = [...rows.stacks.values()];
    expect(stack?.members.length).toBe(3);
    const { stacks } = rows;
    const context = new Set(['a', 'b', 'c']);
    const found = problemsOf(layout(rows), rows.marks, { context, stacks });
    expect(found.namespaces.map(({ count }) => count)).toEqual([1]);
  });

  it('does not subtract an owner that was never seen, and so never counted', () => {
    const rows = rowsOf([record({ uid: 'never', virtual: true }), record({ uid: 'a' })]);
    const place = layout(rows);
    const absent = new Map([['never', 'gone']] as const);
    const count = (shown: ReadonlySet<string>): number | undefined =>
      problemsOf(place, rowsOf([]).marks, { absent, shown, laidOut: rows.marks }).namespaces[0]
        ?.count;
    expect([count(new Set(['a'])), count(new Set())]).toEqual([1, 0]);
  });

  it('leaves places without a card out of the count of their namespace', () => {
    const some = problemsOf(placed, rowsOf(records).marks, {
      shown: new Set(['a', 'c', 'd', 'e', 'f']),
    });
    expect(some.namespaces.map(({ label, count }) => [label, count]).toSorted()).toEqual([
      ['calm', 1],
      ['goes', 2],
      ['past', 0],
      ['stuck', 2],
    ]);
  });
});
