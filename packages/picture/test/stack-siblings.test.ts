import { markOf, type NodeRecord, packNodes } from '@gcscope/gc-core/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { churn } from '../bench/churn.ts';
import { seeded, syntheticWorld } from '../bench/synthetic-world.ts';
import {
  describeStack,
  hiddenBy,
  layout,
  MARKS,
  type Rows,
  rowsOf,
  rowsOfPacked,
  type Stack,
  type StackOptions,
  stackSiblings,
} from '../src/index.ts';
import { movedBetween } from './support/moved.ts';
import { misplaced, overlappingCards } from './support/overlap.ts';
import { record, reference, uglyWorlds } from './support/records.ts';

const PROBLEMS: readonly Partial<NodeRecord>[] = [
  { beingDeleted: true, summary: { verdict: 'waits', rule: 'API-35', blockedBy: 'finalizer x/y' } },
  { summary: { verdict: 'goes', rule: 'AD-17', when: 'now' } },
  { summary: { verdict: 'not verified', rule: 'AD-09' } },
  { summary: { verdict: 'stays', rule: 'AD-20', wrong: [{ index: 0, finding: 'dangling' }] } },
  { virtual: true },
];

const QUIET: readonly string[] = ['calm', 'terminating', 'not-verified'];

/** Siblings with a dependent or two, some of which they share, or that have dependents themselves. */
const families: fc.Arbitrary<NodeRecord[]> = fc
  .array(
    fc.record({
      owners: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
      namespace: fc.constantFrom('shop', 'shop', 'shop', 'else'),
    }),
    { minLength: 6, maxLength: 14 },
  )
  .map((drawn) =>
    drawn.map(({ owners, namespace }, at) =>
      at < 5
        ? record({ uid: `${at}`, kind: 'Job' })
        : record({
            uid: `${at}`,
            kind: 'Pod',
            namespace,
            owners: owners.filter((owner) => owner < at).map((owner) => reference(`${owner}`)),
          }),
    ),
  );

/** Worlds in which things go wrong, too. */
const worlds: fc.Arbitrary<NodeRecord[]> = fc
  .tuple(fc.oneof(uglyWorlds, families), fc.array(fc.nat(40), { minLength: 1, maxLength: 120 }))
  .map(([world, dice]) =>
    [...new Map(world.map((each) => [each.uid, each])).values()].map((each, at) => {
      const die = dice[at % dice.length] ?? 0;
      return { ...each, beingDeleted: die === 40, ...PROBLEMS[die] };
    }),
  );

describe('stackSiblings', () => {
  it('draws each object in one card or one stack, and nothing with a problem in a stack', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.nat(300).map(String)), (world, eyed) => {
        const apart = new Set(eyed);
        const rows = stackSiblings(rowsOf(world), { apart });
        const hidden = stacksOf(rows).flatMap(hiddenUids);
        const cards = rows.uids.filter((_, row) => !rows.stacks.has(row));
        expect([...cards, ...hidden].sort()).toEqual(world.map(({ uid }) => uid).sort());
        const inStack = world.filter(({ uid }) => hidden.includes(uid));
        expect(inStack.filter(({ uid }) => apart.has(uid))).toEqual([]);
        expect(inStack.flatMap((each) => each.summary?.wrong ?? [])).toEqual([]);
        for (const each of inStack) expect(QUIET).toContain(markOf(each));
      }),
    );
  });

  it('hides no dependent of a card, names no two stacks alike, and is laid out like any rows', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const rows = stackSiblings(rowsOf(world));
        const hiddenIn = new Map(
          stacksOf(rows).flatMap((stack) => hiddenUids(stack).map((uid) => [uid, stack] as const)),
        );
        for (const { uid, owners } of world) {
          for (const owner of owners) {
            // A dependent of a hidden object is hidden with it.
            if (hiddenIn.has(owner.uid)) expect(hiddenIn.get(uid)).toBe(hiddenIn.get(owner.uid));
          }
        }
        const names = [...rows.uids, ...stacksOf(rows).map(({ id }) => id)];
        expect(new Set(names).size).toBe(names.length);
        const placed = layout(rows);
        expect(overlappingCards(placed)).toEqual([]);
        expect(misplaced(placed)).toEqual([]);
        // The frames of the layout count objects.
        const counted = placed.namespaces.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(world.filter(({ virtual }) => !virtual).length);
      }),
    );
  });

  it('is the same whatever the order, and an open stack hides nothing', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), (world, seed) => {
        const turn = seed % (world.length + 1);
        const stacks = stacksOf(stackSiblings(rowsOf(world)));
        const turned = stacksOf(
          stackSiblings(rowsOf([...world.slice(turn), ...world.slice(0, turn)])),
        );
        expect(byId(turned)).toEqual(byId(stacks));
        const open = new Set(stacks.map(({ id }) => id));
        const opened = stackSiblings(rowsOf(world), { open });
        expect(stacksOf(opened).every(({ isOpen }) => isOpen)).toBe(true);
        expect(opened.uids.length).toBe(world.length + stacks.length);
      }),
    );
  });

  it('makes the same of packed nodes', () => {
    const world = shop();
    const packed = JSON.parse(JSON.stringify(packNodes(world)));
    expect(stacksOf(stackSiblings(rowsOfPacked(packed)))).toEqual(
      stacksOf(stackSiblings(rowsOf(world))),
    );
  });

  it('tells old ReplicaSets from the newest and from those with dependents', () => {
    expect(words(shop())).toEqual(['2 old ReplicaSets: 2 live', '3 Pods: 3 live']);
    const scaledToZero = shop().filter(({ kind }) => kind !== 'Pod');
    expect(words(scaledToZero)).toEqual(['3 old ReplicaSets: 3 live']);
  });

  it('calls no ReplicaSet old whose time is unknown or that of the newest', () => {
    const sameTime = shop().map((each) => ({ ...each, creationTimestamp: '2026-01-01T00:00:00Z' }));
    expect(words(sameTime)).toEqual(['3 Pods: 3 live', '3 ReplicaSets: 3 live']);
    const unknown = shop().map(({ creationTimestamp: _, ...each }) => each);
    expect(words(unknown)).toEqual(['3 Pods: 3 live', '3 ReplicaSets: 3 live']);
  });

  it('counts dependents that the view does not show', () => {
    const view = shop().filter(({ kind }) => kind !== 'Pod');
    const dependents = (uid: string): number => (uid === 'rs-2' ? 3 : uid === 'web' ? 4 : 0);
    expect(words(view, { dependents })).toEqual(['2 old ReplicaSets: 2 live']);
    const jobs = ['a', 'b', 'c'].flatMap((uid) => [
      record({ uid, kind: 'Job' }),
      record({ uid: `${uid}-pod`, kind: 'Pod', owners: [reference(uid)] }),
    ]);
    expect(words(jobs, { dependents: (uid) => (uid.length === 1 ? 2 : 0) })).toEqual([]);
  });

  it('stacks Jobs together with the one Pod of each, unless that has a problem', () => {
    const jobs = ['a', 'b', 'c', 'd'].flatMap((name) => [
      record({ uid: name, apiVersion: 'batch/v1', kind: 'Job', owners: [reference('cron')] }),
      record({ uid: `${name}-pod`, kind: 'Pod', owners: [reference(name)] }),
    ]);
    const cron = record({ uid: 'cron', kind: 'CronJob' });
    expect(words([cron, ...jobs])).toEqual(['4 Jobs, each with 1 Pod: 8 live']);
    const waits = jobs.map((each) => (each.uid === 'b-pod' ? { ...each, ...PROBLEMS[0] } : each));
    expect(words([cron, ...waits])).toEqual(['3 Jobs, each with 1 Pod: 6 live']);
    expect(words([cron, ...jobs], { apart: new Set(['c-pod']) })).toEqual([
      '3 Jobs, each with 1 Pod: 6 live',
    ]);
    const claims = ['a', 'b', 'c', 'd'].map((name) =>
      record({ uid: `${name}-claim`, owners: [reference(`${name}-pod`)] }),
    );
    expect(words([cron, ...jobs, ...claims])).toEqual([]);
    const away = jobs.map((each) => (each.kind === 'Pod' ? { ...each, namespace: 'away' } : each));
    expect(words([cron, ...away])).toEqual([]);
  });

  it('counts what is terminating, and hides no two', () => {
    const pods = ['a', 'b', 'c', 'd'].map((uid) => record({ uid, kind: 'Pod' }));
    const states = [{}, {}, { beingDeleted: true }, PROBLEMS[0]];
    const mixed = pods.map((each, at) => ({ ...each, ...states[at] }));
    expect(words(mixed)).toEqual(['3 Pods: 2 live, 1 terminating']);
    const two = mixed.map((each) => (each.uid === 'a' ? { ...each, ...PROBLEMS[1] } : each));
    expect(words(two)).toEqual([]);
  });

  it('counts what is not verified, and hides it: kinds that cannot be read for a while move no card', () => {
    const world = shop();
    const unread = (kinds: readonly string[]): NodeRecord[] =>
      world.map((each) => (kinds.includes(each.kind) ? { ...each, ...PROBLEMS[2] } : each));
    expect(words(unread(['Pod', 'ReplicaSet']))).toEqual([
      '2 old ReplicaSets: 2 not verified',
      '3 Pods: 3 not verified',
    ]);
    const one = world.map((each) => (each.uid === 'x' ? { ...each, ...PROBLEMS[2] } : each));
    expect(words(one)).toContain('3 Pods: 2 live, 1 not verified');
    const before = layout(stackSiblings(rowsOf(world)));
    const rows = stackSiblings(rowsOf(unread(['Pod'])));
    expect(movedBetween(before, layout(rows, before))).toEqual([]);
    expect(rows.uids).toEqual(before.uids);
    expect([...rows.marks].filter((mark) => mark === MARKS.indexOf('not-verified'))).toHaveLength(
      1,
    );
  });

  it('has the edges of its members', () => {
    const owners = ['first', 'second'].map((uid) => record({ uid, kind: 'Database' }));
    const secrets = ['a', 'b', 'c'].map((uid, at) =>
      record({
        uid,
        kind: 'Secret',
        owners: [
          reference('first', { controller: true, blockOwnerDeletion: at === 1 }),
          reference('second'),
        ],
      }),
    );
    const rows = stackSiblings(rowsOf([...secrets, ...owners]));
    const single = rowsOf([secrets[1] ?? record({ uid: '' }), ...owners]).edges;
    expect([...rows.edges.owners].map((owner) => rows.uids[owner])).toEqual(['first', 'second']);
    expect([...rows.edges.traits]).toEqual([...single.traits]);
    // An open stack has them beside its members.
    const open = new Set(stacksOf(rows).map(({ id }) => id));
    const opened = stackSiblings(rowsOf([...secrets, ...owners]), { open });
    expect([...opened.edges.owners].map((owner) => opened.uids[owner])).toEqual(
      [1, 2, 3, 4].flatMap(() => ['first', 'second']),
    );
    const other = record({
      uid: 'd',
      kind: 'Secret',
      owners: secrets[0]?.owners.slice(0, 1) ?? [],
    });
    expect(words([...secrets, other, ...owners])).toEqual(['3 Secrets: 3 live']);
  });

  it('gives a stack the place of no object, however that is called', () => {
    const pods = ['a', 'b', 'c'].map((uid) => record({ uid, kind: 'Pod' }));
    const [stack] = stacksOf(stackSiblings(rowsOf(pods)));
    const hostile = record({ uid: stack?.uid ?? '', kind: 'Secret' });
    const rows = stackSiblings(rowsOf([...pods, hostile]));
    expect(new Set(rows.uids).size).toBe(2);
  });

  it('moves only the tree of an object that leaves its stack', () => {
    const world = syntheticWorld(600);
    const rows = stackSiblings(rowsOf(world));
    const before = layout(rows);
    const pods = stacksOf(rows).find(({ kind: [, kind] }) => kind === 'Pod');
    const [leaving] = pods?.members ?? [];
    const blocked = world.map((each) =>
      each.uid === leaving ? { ...each, ...PROBLEMS[0] } : each,
    );
    const after = layout(stackSiblings(rowsOf(blocked)), before);
    expect(after.uids).toContain(leaving);
    expect(movedBetween(before, after).length).toBeLessThanOrEqual(4);
  });

  it('moves at most 2 % of the cards at 1 % churn, as the median of steps', () => {
    const chance = seeded(7);
    let records = syntheticWorld(5000);
    let placed = layout(stackSiblings(rowsOf(records)));
    const shares = Array.from({ length: 7 }, () => {
      records = churn(records, 0.01, chance);
      const next = layout(stackSiblings(rowsOf(records)), placed);
      const moved = movedBetween(placed, next).length;
      placed = next;
      return moved / next.uids.length;
    });
    expect(shares.sort((a, b) => a - b)[3]).toBeLessThanOrEqual(0.02);
  });
});

/** A Deployment with four ReplicaSets, of which the third, not the newest, has Pods. */
function shop(): NodeRecord[] {
  const web = record({ uid: 'web', apiVersion: 'apps/v1', kind: 'Deployment' });
  const sets = [0, 1, 2, 3].map((at) =>
    record({
      uid: `rs-${at}`,
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      creationTimestamp: `2026-01-0${at + 1}T00:00:00Z`,
      owners: [reference('web', { controller: true })],
    }),
  );
  const pods = ['x', 'y', 'z'].map((uid) =>
    record({ uid, kind: 'Pod', owners: [reference('rs-2', { controller: true })] }),
  );
  return [web, ...sets, ...pods];
}

function stacksOf({ stacks }: Rows): Stack[] {
  return [...stacks.values()];
}

function hiddenUids(stack: Stack): readonly string[] {
  const uids = stack.isOpen ? [] : [...stack.members, ...stack.dependents];
  expect(uids.length).toBe(hiddenBy(stack));
  return uids;
}

function words(world: NodeRecord[], options?: StackOptions): string[] {
  return stacksOf(stackSiblings(rowsOf(world), options))
    .map(describeStack)
    .sort();
}

function byId(stacks: readonly Stack[]): Stack[] {
  return [...stacks].sort((a, b) => (a.id < b.id ? -1 : 1));
}
