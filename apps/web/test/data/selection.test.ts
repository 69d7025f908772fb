import { rowsOf } from '@gcscope/picture';
import { describe, expect, it } from 'vitest';
import { GraphStore } from '../../src/data/graph-store.ts';
import { around, filtered, NO_FILTER, type ViewFilter } from '../../src/data/selection.ts';
import { ownedBy, record } from '../support/record.ts';

const deployment = record({ uid: 'deployment', apiVersion: 'apps/v1', kind: 'Deployment' });
const set = record({
  uid: 'set',
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  owners: [ownedBy(deployment)],
});
const pod = record({ uid: 'pod', owners: [ownedBy(set)], beingDeleted: true });
const other = record({ uid: 'other', namespace: 'payments' });
const store = new GraphStore([deployment, set, pod, other]);

describe('what a view shows', () => {
  it('without a filter everything', () => {
    expect(filtered(NO_FILTER)(store)).toMatchObject({
      matches: { objects: 4, neverSeen: 0 },
      total: { objects: 4, neverSeen: 0 },
    });
  });

  it('what matches, and the owners above it for context', () => {
    const selection = filtered({ ...NO_FILTER, states: ['terminating'] })(store);
    expect(selection.records.map(({ uid }) => uid)).toEqual(['pod', 'set', 'deployment']);
    expect([...selection.context]).toEqual(['set', 'deployment']);
    expect(selection.matches).toEqual({ objects: 1, neverSeen: 0 });
    expect(selection.total).toEqual({ objects: 4, neverSeen: 0 });
  });

  it('what is being deleted, whether it is blocked or not', () => {
    const blocked = record({
      uid: 'blocked',
      beingDeleted: true,
      summary: { verdict: 'waits', rule: 'AD-02', blockedBy: 'finalizer x/y' },
    });
    const deleting = new GraphStore([pod, other, blocked]);
    const found = filtered({ ...NO_FILTER, states: ['terminating'] })(deleting);
    expect(found.records.map(({ uid }) => uid)).toEqual(['pod', 'blocked']);
    expect(deleting.counts.states.get('terminating')).toBe(2);
  });

  it('Namespaces in deletion, with lines to what they wait for', () => {
    const space = record({
      uid: 'space',
      kind: 'Namespace',
      apiVersion: 'v1',
      namespace: '',
      name: 'shop',
    });
    const held = record({ uid: 'held', namespace: 'shop', beingDeleted: true });
    const deleting = new GraphStore([{ ...space, beingDeleted: true }, held]);
    const found = filtered({ ...NO_FILTER, states: ['terminating'] })(deleting);
    expect(found.focus).toEqual(['space']);
    const { edges } = rowsOf(found.records, found.absent, found.focus);
    expect([...edges.firsts]).toEqual([0, 0, 1]);
    expect(filtered(NO_FILTER)(deleting).focus).toEqual(['space']);
    // An outline has no such lines, and must not move.
    const many = Array.from({ length: 20_000 }, (_, at) => record({ uid: `${at}` }));
    const large = new GraphStore([{ ...space, beingDeleted: true }, held, ...many]);
    const whole = filtered(NO_FILTER)(large);
    expect([whole.focus, whole.hasWaitsAside]).toEqual([undefined, true]);
  });

  it('around an object in deletion also the Namespace in deletion that waits for it', () => {
    const fields = { kind: 'Namespace', apiVersion: 'v1', namespace: '', name: 'shop' } as const;
    const space = record({ uid: 'space', ...fields, beingDeleted: true });
    const held = record({ uid: 'held', namespace: 'shop', beingDeleted: true });
    const shown = (...records: (typeof space)[]) => around('held', 2)(new GraphStore(records));
    const { records, absent, focus } = shown(held, space, other);
    expect(records).toEqual([held, space]);
    expect([...rowsOf(records, absent, focus).edges.firsts]).toEqual([0, 1, 1]);
    // One that stays, or an object that stays in it for now: nobody waits.
    expect(shown(held, { ...space, beingDeleted: false }, other).records).toEqual([held]);
    expect(shown({ ...held, beingDeleted: false }, space).records).toHaveLength(1);
  });

  it('owners that were never seen, counted apart from the objects as above the map', () => {
    const ghost = record({ uid: 'ghost', virtual: true });
    const haunted = new GraphStore([
      pod,
      other,
      ghost,
      record({ uid: 'its', owners: [ownedBy(ghost)] }),
    ]);
    const total = { objects: haunted.counts.objects, neverSeen: 1 };
    expect(total.objects).toBe(3);
    const of = (filter: Partial<ViewFilter>) => filtered({ ...NO_FILTER, ...filter })(haunted);
    expect(of({})).toMatchObject({ matches: total, total });
    expect(of({ states: ['virtual'] })).toMatchObject({
      matches: { objects: 0, neverSeen: 1 },
      total,
    });
    expect(of({ states: ['goes'] })).toMatchObject({
      matches: { objects: 0, neverSeen: 0 },
      total,
    });
    expect(around('its', 1)(haunted)).toMatchObject({
      matches: { objects: 1, neverSeen: 1 },
      total,
    });
  });

  it('no owners of kinds that are filtered away', () => {
    const selection = filtered({ ...NO_FILTER, kinds: ['Pod', 'ReplicaSet.apps'] })(store);
    expect(selection.records.map(({ uid }) => uid)).toEqual(['set', 'pod', 'other']);
    expect(selection.context.size).toBe(0);
  });

  it('one of each list that is not empty must match', () => {
    const selection = filtered({
      ...NO_FILTER,
      namespaces: ['payments', 'shop'],
      kinds: ['Pod'],
      states: ['calm'],
    })(store);
    expect(selection.records.map(({ uid }) => uid)).toEqual(['other']);
  });

  it('a wrong reference is something special', () => {
    const wrong = record({
      uid: 'wrong',
      owners: [ownedBy(deployment)],
      summary: { verdict: 'stays', rule: 'AD-01', wrong: [{ index: 0, finding: 'dangling' }] },
    });
    const more = new GraphStore([wrong, other]);
    expect(more.counts.states).toEqual(
      new Map([
        ['wrong', 1],
        ['calm', 1],
      ]),
    );
    const calm = filtered({ ...NO_FILTER, states: ['calm'] })(more);
    expect(calm.records.map(({ uid }) => uid)).toEqual(['other']);
  });

  it('by finalizers and labels, of which others know who has them', () => {
    const held = record({ uid: 'held', finalizers: ['example.com/hold', '__proto__'] });
    const more = new GraphStore([held, other]);
    expect(more.counts.finalizers).toEqual(new Map(held.finalizers.map((name) => [name, 1])));
    const of = (filter: Partial<ViewFilter>, labelled?: string[]): readonly string[] =>
      filtered(
        { ...NO_FILTER, ...filter },
        labelled && new Set(labelled),
      )(more).records.map(({ uid }) => uid);
    expect(of({ finalizers: ['__proto__'] })).toEqual(['held']);
    expect(of({ labels: ['app=web'] }, ['other'])).toEqual(['other']);
    expect(of({ labels: ['app=web'], finalizers: ['__proto__'] }, ['other'])).toEqual([]);
  });

  it('one object with its owners and dependents to the depth asked for', () => {
    const uids = (depth: number): string[] =>
      around(
        'pod',
        depth,
      )(store)
        .records.map(({ uid }) => uid)
        .sort();
    expect(uids(1)).toEqual(['pod', 'set']);
    expect(uids(2)).toEqual(['deployment', 'pod', 'set']);
    expect(around('unknown', 2)(store).records).toEqual([]);
  });
});
