import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { OwnerReference } from '../../../src/meta/object-reference.ts';
import type { Release } from '../../../src/meta/releases.ts';
import { explained, linesOf, seenBy } from '../../support/explanations.ts';
import { ownedBy } from '../../support/nodes.ts';
import { objectOf } from '../../support/simulate.ts';

const WHEN = '2026-01-01T00:00:00Z';

function child(...ownerReferences: OwnerReference[]): ApiObject {
  return objectOf('child', { ownerReferences });
}

function leaving(name: string): ApiObject {
  return objectOf(name, { deletionTimestamp: WHEN, finalizers: ['example.com/hold'] });
}

/** About to be deleted itself: its own owner does not exist. */
function doomed(name: string): ApiObject {
  return objectOf(name, { ownerReferences: [ownedBy('gone')] });
}

function sentenceOf(release: Release, ...objects: readonly ApiObject[]): string {
  return explained(seenBy(release, ...objects), 'child').sentence;
}

describe('what keeps an object', () => {
  it('[AD-14] an owner that lives, with what was found of it', () => {
    expect(
      linesOf(explained(seenBy('v1.36', objectOf('a'), child(ownedBy('a'))), 'child')),
    ).toEqual([
      'Stays, because ConfigMap `shop/a` lives.',
      'AD-14 One living owner keeps it. [child]',
      'CL-09 Owner ConfigMap `shop/a` lives. [a]',
    ]);
  });

  it('[AD-14] an owner that lives, whatever becomes of the others', () => {
    const two = child(ownedBy('a'), ownedBy('b'));
    expect(sentenceOf('v1.36', leaving('a'), objectOf('b'), two)).toBe(
      'Stays, because ConfigMap `shop/b` lives.',
    );
  });

  it('[AD-14] only for now an owner that is being deleted', () => {
    expect(sentenceOf('v1.36', leaving('a'), child(ownedBy('a')))).toBe(
      'Stays only as long as ConfigMap `shop/a` lives, which is being deleted itself.',
    );
  });

  it('[PG-28] so it is in the first generation, whose graph does not note the deletion', () => {
    expect(sentenceOf('v1.4', leaving('a'), child(ownedBy('a')))).toBe(
      'Stays only as long as ConfigMap `shop/a` lives, which is being deleted itself.',
    );
  });

  it('[AD-14] only for now an owner that the collector will delete', () => {
    expect(sentenceOf('v1.36', doomed('a'), child(ownedBy('a')))).toBe(
      'Stays only as long as ConfigMap `shop/a` lives, which is itself about to be deleted.',
    );
  });

  it('[AD-14] two owners that both go, for different reasons', () => {
    expect(sentenceOf('v1.36', leaving('a'), doomed('b'), child(ownedBy('a'), ownedBy('b')))).toBe(
      'Stays only as long as one of its 2 owners lives; ConfigMap `shop/a` is being deleted itself, and the other one goes too.',
    );
  });

  it('[AD-14] three owners that all go', () => {
    const three = child(ownedBy('a'), ownedBy('b'), ownedBy('c'));
    expect(sentenceOf('v1.36', doomed('a'), leaving('b'), leaving('c'), three)).toBe(
      'Stays only as long as one of its 3 owners lives; ConfigMap `shop/a` is itself about to be deleted, and the others go too.',
    );
  });

  it('[AD-14] an owner that is named twice counts once', () => {
    const twice = child(ownedBy('a'), ownedBy('a', { blockOwnerDeletion: true }));
    expect(sentenceOf('v1.36', leaving('a'), twice)).toBe(
      'Stays only as long as ConfigMap `shop/a` lives, which is being deleted itself.',
    );
  });

  it('[AD-14] itself', () => {
    expect(sentenceOf('v1.36', child(ownedBy('child')))).toBe(
      'Stays, because it owns itself: as long as it lives, its owner lives.',
    );
  });

  it('[AD-14] itself, though its other owner goes', () => {
    expect(sentenceOf('v1.36', leaving('a'), child(ownedBy('a'), ownedBy('child')))).toBe(
      'Stays, because it owns itself: as long as it lives, its owner lives.',
    );
  });

  it('[AD-14] another owner rather than itself', () => {
    expect(sentenceOf('v1.36', objectOf('a'), child(ownedBy('child'), ownedBy('a')))).toBe(
      'Stays, because ConfigMap `shop/a` lives.',
    );
  });
});

describe('references that are removed', () => {
  it('[AD-14] those that do not hold', () => {
    const seen = seenBy('v1.36', objectOf('a'), child(ownedBy('a'), ownedBy('gone')));
    expect(linesOf(explained(seen, 'child')).slice(0, 2)).toEqual([
      'Stays, because ConfigMap `shop/a` lives. At its next check 1 reference will be removed.',
      'AD-14 One living owner keeps it; references that do not hold are removed at its next check. [child]',
    ]);
  });

  it('[AD-14] [PA-02] one that holds goes with one of its uid that does not', () => {
    const wrong = ownedBy('b', { name: 'not-b' });
    const all = child(ownedBy('a'), ownedBy('gone'), wrong, ownedBy('b'));
    expect(sentenceOf('v1.36', objectOf('a'), objectOf('b'), all)).toBe(
      'Stays, because ConfigMap `shop/a` lives. At its next check 3 references will be removed, the one to ConfigMap `shop/b` among them: one that does not hold has the same uid.',
    );
  });

  it('[AD-14] none where all hold', () => {
    const two = child(ownedBy('a'), ownedBy('b'));
    expect(sentenceOf('v1.36', objectOf('a'), objectOf('b'), two)).toBe(
      'Stays, because ConfigMap `shop/a` lives.',
    );
  });

  it('[PG-28] none in the first generation', () => {
    const two = child(ownedBy('a'), ownedBy('gone'));
    expect(sentenceOf('v1.4', objectOf('a'), two)).toBe('Stays, because ConfigMap `shop/a` lives.');
  });
});

describe('an owner in foreground deletion that something else holds', () => {
  const waiting = (finalizers: string[], more: object = {}): ApiObject =>
    objectOf('a', {
      deletionTimestamp: WHEN,
      finalizers: ['foregroundDeletion', ...finalizers],
      ...more,
    });

  it('[CL-09] may count as living before the collector comes to a dependent', () => {
    const seen = seenBy('v1.36', waiting(['example.com/hold']), child(ownedBy('a')));
    const { verdict, sentence, unless } = explained(seen, 'child');
    expect({ verdict, sentence }).toEqual({
      verdict: 'goes',
      sentence:
        'Goes, because owner ConfigMap `shop/a` is being deleted in the foreground and waits for its dependents. But a finalizer holds ConfigMap `shop/a`: once no dependent blocks it, it counts as living, and the object stays.',
    });
    expect(unless).toMatchObject({ rule: 'CL-09', uids: ['a-uid'] });
  });

  it('[CL-09] also for as long as its grace period lasts', () => {
    const ending = waiting([], { deletionGracePeriodSeconds: 30 });
    const { sentence } = explained(seenBy('v1.36', ending, child(ownedBy('a'))), 'child');
    expect(sentence).toContain('But a grace period holds ConfigMap `shop/a`');
  });

  it.each([
    ['that blocks it', waiting(['example.com/hold']), ownedBy('a', { blockOwnerDeletion: true })],
    ['of one that nothing holds', waiting([]), ownedBy('a')],
  ])('[AD-17] but not before it comes to one %s', (_, owner, reference) => {
    const { sentence, unless } = explained(seenBy('v1.36', owner, child(reference)), 'child');
    expect(sentence).not.toContain('But');
    expect(unless).toBeUndefined();
  });
});
