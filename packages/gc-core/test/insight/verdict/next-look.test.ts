import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import type { Release } from '../../../src/meta/releases.ts';
import { explained, lineOf, seenBy } from '../../support/explanations.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, objectOf } from '../../support/simulate.ts';

/** Bears the uid of an owner, in another namespace: nothing keeps what refers to it. */
function far(name: string): ApiObject {
  return objectOf(name, { namespace: 'far' });
}

/** When the child is looked at, and what makes the collector look. */
function described(
  release: Release,
  ...objects: readonly ApiObject[]
): [string | undefined, string[]] {
  const { when, triggers = [] } = explained(seenBy(release, ...objects), 'child');
  return [when, triggers.map(lineOf)];
}

const RESTART =
  'GB-25 When the collector restarts, it observes every object anew and looks up its owners. [child]';

describe('what makes the collector look', () => {
  it('[GB-43] [GB-36] the end of whatever bears the uid of an owner', () => {
    expect(described('v1.36', far('owner'), child(ownedBy('owner'), ownedBy('gone')))).toEqual([
      'next check',
      [
        'GB-43 The collector checks it when ConfigMap `far/owner` is removed, or when the foreground deletion of this owner begins. [owner]',
        RESTART,
      ],
    ]);
    const going = objectOf('owner', { namespace: 'far', deletionTimestamp: 'x' });
    expect(described('v1.36', going, child(ownedBy('owner')))[1][0]).toBe(
      'GB-43 The collector checks it when ConfigMap `far/owner` is removed. [owner]',
    );
  });

  it('[GB-43] of many owners the first are named', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const references = names.map((name) => ownedBy(name));
    const [, triggers] = described('v1.36', ...names.map(far), child(...references));
    expect(triggers).toHaveLength(6);
  });

  it('[GB-14] a dependent that stops blocking it', () => {
    const leaf = (reference: OwnerReference): ApiObject =>
      objectOf('leaf', { ownerReferences: [ownedBy('other'), reference] });
    const other = objectOf('other');
    expect(described('v1.36', other, child(ownedBy('gone')), leaf(blocking('child')))).toEqual([
      'next check',
      [
        'GB-14 The collector checks it when a dependent such as ConfigMap `shop/leaf` no longer blocks it. [leaf]',
        RESTART,
      ],
    ]);
    expect(described('v1.36', other, child(ownedBy('gone')), leaf(ownedBy('child')))).toEqual([
      'restart',
      [RESTART],
    ]);
    const elsewhere = objectOf('leaf', {
      ownerReferences: [blocking('other'), ownedBy('child')],
    });
    expect(described('v1.36', other, child(ownedBy('gone')), elsewhere)[0]).toBe('restart');
  });

  it.each(['v1.13', 'v1.36'] as const)(
    '[FG-06] [GB-38] at an owner in foreground deletion that it has let wait: in %s its restart alone',
    (release) => {
      const waiting = { deletionTimestamp: 'x', finalizers: ['foregroundDeletion'] };
      expect(described(release, objectOf('child', waiting))).toEqual([
        'restart',
        [
          'GB-38 When the collector restarts, it checks every owner that waits for its dependents. [child]',
        ],
      ]);
    },
  );

  it('[GB-36] [FG-02] at an owner in foreground deletion that it does not block: if it is observed first', () => {
    const waiting = objectOf('owner', {
      deletionTimestamp: 'x',
      finalizers: ['foregroundDeletion'],
    });
    const leaf = objectOf('leaf', { ownerReferences: [blocking('owner')] });
    const lastOf = (...references: OwnerReference[]): string | undefined =>
      described('v1.36', waiting, leaf, child(...references))[1].at(-1);
    const inOrder =
      'GB-36 When the collector restarts, it checks the object only if it observes the object before ConfigMap `shop/owner`. [child]';
    expect(lastOf(ownedBy('owner'))).toBe(inOrder);
    expect(lastOf(ownedBy('owner'), ownedBy('gone'))).toBe(RESTART);
    expect(lastOf(ownedBy('owner', { name: 'other' }), ownedBy('owner'))).toBe(RESTART);
    expect(lastOf(blocking('owner'))).toBe(RESTART);
    const far = objectOf('far', { ...waiting.metadata, namespace: 'far', uid: 'far-uid' });
    expect(described('v1.36', far, child(ownedBy('far')))[1].at(-1)).toBe(RESTART);
  });

  it('[PG-17] [PG-11] in the first generation there is no foreground deletion', () => {
    const leaf = objectOf('leaf', { ownerReferences: [blocking('child')] });
    expect(described('v1.4', far('owner'), child(ownedBy('owner')), leaf)).toEqual([
      'next check',
      [
        'PG-17 The collector checks it when ConfigMap `far/owner` is removed. [owner]',
        'PG-11 When the collector restarts, it checks the object only if it observes the object before ConfigMap `far/owner`. [child]',
      ],
    ]);
    const sure = `PG-11${RESTART.slice(5)}`;
    expect(described('v1.4', child(ownedBy('gone')))).toEqual(['restart', [sure]]);
  });

  it('[GB-25] until 1.19 a restart is sure to notice it only if an owner is unknown', () => {
    const [when, triggers] = described('v1.13', far('owner'), child(ownedBy('owner')));
    expect([when, triggers.at(-1)]).toEqual([
      'next check',
      'GB-25 When the collector restarts, it checks the object only if it observes the object before ConfigMap `far/owner`. [child]',
    ]);
    const both = child(ownedBy('owner'), ownedBy('gone'));
    expect(described('v1.13', far('owner'), both)[1].at(-1)).toBe(RESTART);
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const many = described(
      'v1.13',
      ...names.map(far),
      child(...names.map((name) => ownedBy(name))),
    );
    expect(many[1].at(-1)).toContain('ConfigMap `far/d`, ConfigMap `far/e` and 2 more. [');
  });

  it('[GB-25] [AD-04] nor if another dependent names that owner by a kind that is not served', () => {
    const other = objectOf('other', { ownerReferences: [ownedBy('gone', { apiVersion: 'v9' })] });
    const objects = [other, child(ownedBy('gone'))];
    expect(described('v1.13', ...objects)).toEqual([
      'next check',
      [
        'GB-25 When the collector restarts, it checks the object only if it observes the object before ConfigMap `shop/other`. [child]',
      ],
    ]);
    expect(described('v1.36', ...objects)).toEqual(['restart', [RESTART]]);
  });

  it('[GB-25] until 1.19 not even a restart does, when its reference bears its own uid', () => {
    expect(described('v1.13', child(ownedBy('other', { uid: 'child-uid' })))).toEqual([
      'next check',
      [
        'GB-25 The object has an owner reference with its own uid, so this release does not check it even after a restart. [child]',
      ],
    ]);
  });
});

describe('what is looked at now', () => {
  const queued = (name: string): { isQueued: (uid: string) => boolean } => ({
    isQueued: (uid) => uid === `${name}-uid`,
  });

  it('[AD-17] what is queued', () => {
    const simulation = seenBy('v1.36', child(ownedBy('gone')));
    const said = explained(simulation, 'child', queued('child'));
    expect(said.when).toBe('now');
    expect(said).not.toHaveProperty('triggers');
  });

  it('[GB-42a] what refers to an owner that is queued, was never seen, and will not be found', () => {
    const simulation = seenBy('v1.36', child(ownedBy('gone')));
    expect(explained(simulation, 'child', queued('gone')).when).toBe('now');
  });

  it('[FG-02] what blocks an owner that is queued and waits; else not', () => {
    const waiting = objectOf('owner', {
      namespace: 'far',
      deletionTimestamp: 'x',
      finalizers: ['foregroundDeletion'],
    });
    const whenOf = (bearer: ApiObject, ...references: OwnerReference[]): string | undefined =>
      explained(seenBy('v1.36', bearer, child(...references)), 'child', queued('owner')).when;
    expect(whenOf(waiting, blocking('owner'))).toBe('now');
    expect(whenOf(waiting, ownedBy('gone'), blocking('owner'))).toBe('now');
    expect(whenOf(waiting, ownedBy('owner'))).toBe('next check');
    expect(whenOf(waiting, blocking('gone'), ownedBy('owner'))).toBe('next check');
    expect(whenOf(far('owner'), blocking('owner'))).toBe('next check');
  });
});
