import { describe, expect, it } from 'vitest';
import { kindName } from '../../../src/insight/cluster-view.ts';
import type { ApiObject, ObjectMeta } from '../../../src/meta/object-meta.ts';
import { ResourceTable } from '../../../src/meta/resource-table.ts';
import { explained, linesOf, seenBy, seenWith, summary } from '../../support/explanations.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';
import { unreadKind } from '../../support/unread-kind.ts';

const deletionTimestamp = '2026-01-01T00:00:30Z';
const waiting = { deletionTimestamp, finalizers: ['foregroundDeletion'] };
const HEAD =
  'The collector removes its finalizer `foregroundDeletion` once no dependent blocks it any more.';

/** An owner in foreground deletion with so many dependents that block it. */
function blocked(count: number, more: Partial<ObjectMeta> = {}): ApiObject[] {
  const names = Array.from({ length: count }, (_, at) => `child-${at}`);
  return [
    objectOf('owner', { ...waiting, ...more }),
    ...names.map((name) => objectOf(name, { ownerReferences: [blocking('owner')] })),
  ];
}

describe('an owner in foreground deletion', () => {
  it('[FG-01] goes when nothing blocks it', () => {
    expect(linesOf(explained(seenBy('v1.36', ...blocked(0)), 'owner'))).toEqual([
      'Goes: nothing blocks it any more.',
      `FG-01 ${HEAD} [owner]`,
    ]);
  });

  it.each([
    [1, '`shop/child-0`, which blocks'],
    [3, '`shop/child-0`, ConfigMap `shop/child-1` and ConfigMap `shop/child-2`, which block'],
    [
      4,
      '`shop/child-0`, ConfigMap `shop/child-1`, ConfigMap `shop/child-2` and 1 more, which block',
    ],
  ])('[FG-02] waits for %i that block it', (count, names) => {
    const lines = linesOf(explained(seenBy('v1.36', ...blocked(count)), 'owner'));
    expect(lines.slice(0, 3)).toEqual([
      `Waits for ConfigMap ${names} it.`,
      `FG-02 ${HEAD} [owner]`,
      'DM-10 ConfigMap `shop/child-0` has `blockOwnerDeletion: true` in its owner reference. [child-0]',
    ]);
    expect(lines).toHaveLength(2 + count);
  });

  it('[FG-02] of very many, the first are shown', () => {
    expect(explained(seenBy('v1.36', ...blocked(30)), 'owner').because).toHaveLength(21);
  });

  it('[FG-02] [API-35] is held by its own finalizer, whether or not something blocks it', () => {
    const finalizers = ['foregroundDeletion', 'example.com/a', 'example.com/b'];
    const alone = linesOf(explained(seenBy('v1.36', ...blocked(0, { finalizers })), 'owner'));
    const keeps =
      'API-35 ConfigMap `shop/owner` has the finalizer `example.com/a`: only the controller of example.com removes it. [owner]';
    expect(alone).toEqual(['Waits for finalizer example.com/a.', `FG-01 ${HEAD} [owner]`, keeps]);
    const both = linesOf(explained(seenBy('v1.36', ...blocked(1, { finalizers })), 'owner'));
    expect(both.slice(0, 3)).toEqual([
      'Waits for ConfigMap `shop/child-0`, which blocks it; the root cause is finalizer example.com/a of ConfigMap `shop/owner`.',
      `FG-02 ${HEAD} [owner]`,
      keeps,
    ]);
  });

  it('[CL-03] names a blocker that is never deleted, as its other owner cannot be looked up', () => {
    const ownerReferences = [blocking('owner'), ownedBy('x', { apiVersion: 'no.such/v1' })];
    const simulation = seenBy(
      'v1.36',
      objectOf('owner', waiting),
      objectOf('child', { ownerReferences }),
    );
    expect(explained(simulation, 'owner').sentence).toBe(
      'Waits for ConfigMap `shop/child`, which blocks it; the collector never deletes ConfigMap `shop/child`.',
    );
    expect(summary(simulation, 'owner').blockedBy).toBe('ConfigMap shop/child, never deleted');
    expect(linesOf(explained(simulation, 'owner'))[3]).toBe(
      'CL-03 ConfigMap `shop/child` blocks its owner, and the collector never deletes it: the API server does not serve ConfigMap in no.such/v1, so the collector cannot look up ConfigMap `shop/x` and leaves the object alone. [child]',
    );
  });

  it('[FG-02] [DM-10] [API-35] says each link of the way to what holds it once, the worst way first', () => {
    const below = (name: string, finalizer: string, ...owners: string[]): ApiObject =>
      objectOf(name, {
        deletionTimestamp,
        finalizers: [finalizer],
        ownerReferences: owners.map((each) => blocking(each)),
      });
    const simulation = seenBy(
      'v1.36',
      objectOf('owner', waiting),
      below('free', 'orphan', 'owner'),
      below('middle', 'foregroundDeletion', 'owner'),
      below('leaf', 'example.com/hold', 'middle'),
    );
    const blocks = 'has `blockOwnerDeletion: true` in its owner reference.';
    expect(linesOf(explained(simulation, 'owner'))).toEqual([
      'Waits for ConfigMap `shop/middle` and ConfigMap `shop/free`, which block it; the root cause is finalizer example.com/hold of ConfigMap `shop/leaf`.',
      `FG-02 ${HEAD} [owner]`,
      `DM-10 ConfigMap \`shop/middle\` ${blocks} [middle]`,
      'FG-02 ConfigMap `shop/middle` waits for ConfigMap `shop/leaf`, which blocks it. [middle,leaf]',
      'API-35 ConfigMap `shop/leaf` has the finalizer `example.com/hold`: only the controller of example.com removes it. [leaf]',
      `DM-10 ConfigMap \`shop/free\` ${blocks} [free]`,
    ]);
  });

  it('[FG-02] waits for one that waits for it', () => {
    const cycle = (name: string, owner: string): ApiObject =>
      objectOf(name, { ...waiting, ownerReferences: [blocking(owner)] });
    const simulation = seenBy('v1.36', cycle('a', 'b'), cycle('b', 'a'));
    expect(explained(simulation, 'a').sentence).toBe(
      'Waits for ConfigMap `shop/b`, which blocks it; ConfigMap `shop/b` waits for ConfigMap `shop/a` in turn.',
    );
    expect(summary(simulation, 'a')).toStrictEqual({
      verdict: 'waits',
      rule: 'FG-02',
      blockedBy: 'a cycle of owners',
    });
  });

  it.each([
    [['Secret'], 'Secret'],
    [['A', 'B', 'C'], 'A, B and C'],
    [['A', 'B', 'C', 'D', 'E'], 'A, B, C and 2 more'],
  ])('[FG-01] is not verified while %j may hide dependents', (unread, kinds) => {
    const simulation = seenBy('v1.36', ...blocked(0));
    const said = explained(simulation, 'owner', { unreadKinds: () => unread });
    expect(said).toMatchObject({ verdict: 'not verified', unread });
    expect(linesOf(said)).toEqual([
      `Not verified: dependents of kind ${kinds} may block its deletion, and gcscope has no current data on them.`,
      `FG-01 ${HEAD} [owner]`,
      `FG-01 Not verified: dependents of kind ${kinds} may block its deletion, and gcscope has no current data on them. [owner]`,
    ]);
    // What is not read whole matters only as far as it may hide dependents of this owner.
    const ofOthers = (owner?: string): string[] => (owner === 'owner-uid' ? [] : unread);
    expect(explained(simulation, 'owner', { unreadKinds: ofOthers }).verdict).toBe('goes');
  });
});

describe('an object that waits for one with hidden dependents', () => {
  const simulation = seenBy(
    'v1.36',
    objectOf('top', waiting),
    objectOf('owner', { ...waiting, ownerReferences: [blocking('top')] }),
  );
  const unreadKinds = (): string[] => ['Secret'];

  it('[FG-02] waits, and does not say for sure why', () => {
    const said = explained(simulation, 'top', { unreadKinds });
    expect(said).toMatchObject({ verdict: 'waits' });
    expect(said.sentence).toBe(
      'Waits for ConfigMap `shop/owner`, which blocks it; the root cause may be unread dependents of ConfigMap `shop/owner`.',
    );
  });

  it('[NS-08] the same of a Namespace', () => {
    const object = objectOf('shop', { namespace: '', deletionTimestamp }, { kind: 'Namespace' });
    const inIt = seenBy('v1.36', object, objectOf('owner', waiting));
    expect(explained(inIt, 'shop', { unreadKinds }).sentence).toBe(
      'Waits for ConfigMap `shop/owner`, perhaps because of unread dependents.',
    );
  });
});

describe('the evidence that dependents may be hidden', () => {
  it('[FG-01] [CL-06] has since when, and why, for each state of a kind', () => {
    const kinds = [
      unreadKind({ message: 'secrets is forbidden.' }),
      unreadKind({ kind: 'Lease', since: '2026-01-01T02:00:00Z' }),
      unreadKind({ kind: 'Event', since: '2026-01-01T01:00:00Z' }),
      unreadKind({ kind: 'Gadget', state: 'gone' }),
      unreadKind({ group: 'gc.example.com', kind: 'Widget', state: 'backoff' }),
      unreadKind({ kind: 'Pod', state: 'synced' }),
    ];
    const unreadKinds = (): string[] => kinds.map(kindName);
    const said = explained(seenBy('v1.36', ...blocked(0)), 'owner', { kinds, unreadKinds });
    expect(linesOf(said).slice(3)).toEqual([
      'CL-06 gcscope has not read Secret and 2 more kinds since 2026-01-01T02:00:00Z. secrets is forbidden. []',
      'CL-06 gcscope has not read Gadget since 2026-01-01T00:00:00Z. []',
      'CL-06 gcscope has not read Widget.gc.example.com since 2026-01-01T00:00:00Z. []',
      "CL-06 gcscope's data on Pods is older than the last change of ConfigMap `shop/owner`. [owner]",
    ]);
  });
});

describe('an object in deletion that waits for no dependents', () => {
  const left = 'AD-02 It is already being deleted: the collector leaves it alone.';

  it('[AD-02] [PG-30] goes when nothing holds it', () => {
    const going = objectOf('x', { deletionTimestamp });
    expect(linesOf(explained(seenBy('v1.36', going), 'x'))).toEqual([
      'Goes: nothing blocks it any more.',
      `${left} [x]`,
    ]);
    expect(linesOf(explained(seenBy('v1.4', going), 'x'))).toEqual([
      'Goes: nothing blocks it any more.',
      'PG-30 It is being deleted; a further DELETE changes nothing. [x]',
    ]);
  });

  it('[API-35] waits for the finalizer of another controller, also while that may still act', () => {
    const held = objectOf('x', { deletionTimestamp, finalizers: ['example.com/hold'] });
    const facts = { deletionFacts: () => ({ groups: new Set(['gc.example.com']) }) };
    const simulation = seenBy('v1.36', held);
    expect(explained(simulation, 'x', facts).sentence).toBe(
      'Waits for finalizer example.com/hold.',
    );
    expect(summary(simulation, 'x', facts)).toEqual({ verdict: 'waits', rule: 'AD-02' });
  });

  it('[CL-05] says that none of its owners exists, which may be why the collector deleted it', () => {
    const going = (...owners: readonly string[]): ApiObject =>
      objectOf('x', { deletionTimestamp, ownerReferences: owners.map((owner) => ownedBy(owner)) });
    const nodes = seenBy('v1.36', going('gone'));
    expect(linesOf(explained(nodes, 'x')).slice(2)).toEqual([
      'CL-05 ConfigMap `shop/gone` does not exist. [gone]',
    ]);
    expect(summary(nodes, 'x').wrong).toBeUndefined();
    const kept = seenBy('v1.36', going('gone', 'other'), objectOf('other', {}));
    expect(linesOf(explained(kept, 'x')).slice(2)).toEqual([]);
  });

  it('[CL-13] says for which reference the collector may have deleted it', () => {
    const owner = objectOf('owner', { namespace: 'far' });
    const ownerReferences = [ownedBy('other'), ownedBy('owner')];
    const going = objectOf('x', { deletionTimestamp, ownerReferences });
    const nodes = seenBy('v1.36', going, owner, objectOf('other', {}));
    expect(linesOf(explained(nodes, 'x'))).toEqual([
      'Goes: nothing blocks it any more.',
      `${left} [x]`,
      'CL-13 ConfigMap `shop/owner` does not exist in namespace `shop`: the owner with this uid is ConfigMap `far/owner`, and a reference cannot cross namespaces. [owner]',
    ]);
    expect(summary(nodes, 'x').wrong).toEqual([{ index: 1, finding: 'cross-namespace' }]);
  });

  it.each([
    ['v1.36', 'OR-07'],
    ['v1.4', 'PG-35'],
  ] as const)('%s: waits until its dependents are orphaned [%s]', (release, rule) => {
    const orphaning = objectOf('x', { deletionTimestamp, finalizers: ['orphan'] });
    expect(linesOf(explained(seenBy(release, orphaning), 'x')).slice(0, 2)).toEqual([
      'Waits: the collector removes the reference to it from 0 objects, then its finalizer `orphan`.',
      `${rule} The collector removes the reference to it from 0 objects, then its finalizer \`orphan\`. [x]`,
    ]);
  });

  it.each([
    [
      'v1.36',
      'NS-07',
      '1 Pod in the Namespace in its next pass, then everything else, and then the',
    ],
    ['v1.28', 'NS-08', '2 objects in the Namespace in its next pass, and then the'],
  ] as const)('%s: a Namespace waits until nothing is left in it [%s]', (release, rule, count) => {
    const object = objectOf('x', { namespace: '', deletionTimestamp }, { kind: 'Namespace' });
    const content = ['Pod', 'ConfigMap'].map((kind) =>
      objectOf(kind, { namespace: 'x' }, { kind }),
    );
    const words = `namespace controller deletes the ${count} Namespace.`;
    expect(linesOf(explained(seenBy(release, object, ...content), 'x'))).toEqual([
      `Waits: the ${words}`,
      `${rule} The ${words} [x]`,
      `${left} [x]`,
    ]);
  });

  it('[NS-01] a Namespace waits for its controller also when no dependent blocks it', () => {
    const object = objectOf('x', { ...waiting, namespace: '' }, { kind: 'Namespace' });
    const described = (...finalizers: string[]): string[] => {
      const namespaces = new Map([['x', { conditions: [], finalizers }]]);
      const facts = { deletionFacts: () => ({ namespaces }) };
      return linesOf(explained(seenBy('v1.36', object), 'x', facts));
    };
    expect(described('kubernetes')).toEqual([
      'Waits: the namespace controller deletes it in its next pass, as it is empty.',
      'NS-14 The namespace controller deletes it in its next pass, as it is empty. [x]',
      `FG-01 ${HEAD} [x]`,
    ]);
    expect(described()[0]).toBe('Goes: nothing blocks it any more.');
    expect(explained(seenBy('v1.36', object), 'x').verdict).toBe('waits');
  });

  it('[NS-14] [CL-06] a Namespace is not verified while kinds that may be in it cannot be read', () => {
    const object = objectOf('x', { namespace: '', deletionTimestamp }, { kind: 'Namespace' });
    const simulation = seenBy('v1.36', object);
    const kinds = [unreadKind({ message: 'You may not list this kind.' })];
    const said = explained(simulation, 'x', { kinds });
    const text =
      'Not verified: objects in it of kind Secret may block its deletion, and gcscope has no current data on them.';
    expect(said).toMatchObject({ verdict: 'not verified', unread: ['Secret'] });
    expect(linesOf(said)).toEqual([
      text,
      `${left} [x]`,
      `NS-14 ${text} [x]`,
      'CL-06 gcscope has not read Secret since 2026-01-01T00:00:00Z. You may not list this kind. []',
    ]);
    expect(summary(simulation, 'x', { kinds })).toEqual({ verdict: 'not verified', rule: 'AD-02' });
  });

  it('[NS-07] a Namespace of another group is an object like others', () => {
    const type = { apiVersion: 'gc.example.com/v1', kind: 'Namespace' };
    const group = { group: 'gc.example.com', version: 'v1', resource: 'namespaces' };
    const table = ResourceTable.builtIn([{ ...group, kind: 'Namespace', namespaced: true }]);
    const object = objectOf('x', { deletionTimestamp }, type);
    expect(explained(seenWith(table, 'v1.36', object), 'x').verdict).toBe('goes');
  });

  it.each([
    [deletionTimestamp, '00:00:30 UTC (30 s left)'],
    ['soon', 'soon'],
  ])('[API-51] waits for its grace period, with its end: %s', (until, words) => {
    const more = { deletionTimestamp: until, deletionGracePeriodSeconds: 30 };
    const text = `Pod \`shop/x\` has 30 s to stop, until ${words}. Once its containers have ended, its kubelet sends the final DELETE.`;
    expect(linesOf(explained(seenBy('v1.36', objectOf('x', more, { kind: 'Pod' })), 'x'))).toEqual([
      `Waits: ${text}`,
      `API-51 ${text} [x]`,
      `${left} [x]`,
    ]);
  });

  it('[API-51] waits for it also when nothing blocks its foreground deletion', () => {
    const pod = objectOf('x', { ...waiting, deletionGracePeriodSeconds: 30 }, { kind: 'Pod' });
    expect(summary(seenBy('v1.36', pod), 'x')).toEqual({ verdict: 'waits', rule: 'API-51' });
  });
});
