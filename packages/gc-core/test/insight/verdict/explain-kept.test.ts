import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../src/meta/object-meta.ts';
import type { Release } from '../../../src/meta/releases.ts';
import { explained, linesOf, seenBy } from '../../support/explanations.ts';
import { blocking } from '../../support/forecasts.ts';
import { ownedBy } from '../../support/nodes.ts';
import { child, objectOf } from '../../support/simulate.ts';

const WHEN = '2026-01-01T00:00:00Z';

function leaving(name: string): ApiObject {
  return objectOf(name, { deletionTimestamp: WHEN, finalizers: ['example.com/hold'] });
}

/** About to be deleted itself: its own owner does not exist. */
function doomed(name: string): ApiObject {
  return objectOf(name, { ownerReferences: [ownedBy('gone')] });
}

const LEAVES =
  'Stays only as long as its owner ConfigMap `shop/a` exists, and that owner is being deleted itself.';
const ITSELF = 'Stays, because it owns itself: as long as it exists, its owner exists.';
const KEPT_BY_A = 'Stays, because its owner ConfigMap `shop/a` exists.';
const [a, b] = [objectOf('a'), objectOf('b')];
const [ofA, ofB] = [ownedBy('a'), ownedBy('b')];
const [ofGone, ofItself] = [ownedBy('gone'), ownedBy('child')];

describe('what keeps an object', () => {
  it('[AD-14] an owner that lives, with what was found of it', () => {
    expect(linesOf(explained(seenBy('v1.36', a, child(ofA)), 'child'))).toEqual([
      KEPT_BY_A,
      'AD-14 One existing owner keeps it. [child]',
      'CL-09 Owner ConfigMap `shop/a` exists. [a]',
    ]);
  });

  it.each<[string, ApiObject[], string, Release?]>([
    [
      '[AD-14] an owner that lives, whatever becomes of the others',
      [leaving('a'), b, child(ofA, ofB)],
      'Stays, because its owner ConfigMap `shop/b` exists.',
    ],
    ['[AD-14] only for now an owner that is being deleted', [leaving('a'), child(ofA)], LEAVES],
    [
      '[PG-28] so it is in the first generation, whose graph does not note the deletion',
      [leaving('a'), child(ofA)],
      LEAVES,
      'v1.4',
    ],
    [
      '[AD-14] only for now an owner that the collector will delete',
      [doomed('a'), child(ofA)],
      'Stays only as long as its owner ConfigMap `shop/a` exists, and that owner is itself about to be deleted.',
    ],
    [
      '[AD-14] two owners that both go, for different reasons',
      [leaving('a'), doomed('b'), child(ofA, ofB)],
      'Stays only as long as one of its 2 owners exists; ConfigMap `shop/a` is being deleted itself, and the other one goes too.',
    ],
    [
      '[AD-14] three owners that all go',
      [doomed('a'), leaving('b'), leaving('c'), child(ofA, ofB, ownedBy('c'))],
      'Stays only as long as one of its 3 owners exists; ConfigMap `shop/a` is itself about to be deleted, and the others go too.',
    ],
    [
      '[AD-14] an owner that is named twice counts once',
      [leaving('a'), child(ofA, blocking('a'))],
      LEAVES,
    ],
    ['[AD-14] itself', [child(ofItself)], ITSELF],
    ['[AD-14] itself, though its other owner goes', [leaving('a'), child(ofA, ofItself)], ITSELF],
    ['[AD-14] another owner rather than itself', [a, child(ofItself, ofA)], KEPT_BY_A],
    [
      '[AD-14] [PA-02] not a reference that holds, if one of its uid does not: that is removed',
      [a, b, child(ofA, ofGone, ownedBy('b', { name: 'not-b' }), ofB)],
      'Stays, because its owner ConfigMap `shop/a` exists. At the next check, the collector removes 3 references. The valid reference to ConfigMap `shop/b` goes too, because an invalid one has its uid.',
    ],
    ['[AD-14] two owners that live: nothing is removed', [a, b, child(ofA, ofB)], KEPT_BY_A],
    [
      '[PG-28] in the first generation nothing is removed',
      [a, child(ofA, ofGone)],
      KEPT_BY_A,
      'v1.4',
    ],
  ])('%s', (_title, objects, sentence, release = 'v1.36') => {
    expect(explained(seenBy(release, ...objects), 'child').sentence).toBe(sentence);
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
        'Goes, because owner ConfigMap `shop/a` is being deleted in the foreground and waits for its dependents. But a finalizer keeps ConfigMap `shop/a`. Once no dependent blocks that owner, the collector treats it as an existing owner again, and this object stays.',
    });
    expect(unless).toMatchObject({ rule: 'CL-09', uids: ['a-uid'] });
  });

  it('[CL-09] also for as long as its grace period lasts', () => {
    const ending = waiting([], { deletionGracePeriodSeconds: 30 });
    const { sentence } = explained(seenBy('v1.36', ending, child(ownedBy('a'))), 'child');
    expect(sentence).toContain('But a grace period keeps ConfigMap `shop/a`');
  });

  it.each([
    ['that blocks it', waiting(['example.com/hold']), blocking('a')],
    ['of one that nothing holds', waiting([]), ownedBy('a')],
  ])('[AD-17] but not before it comes to one %s', (_, owner, reference) => {
    const { sentence, unless } = explained(seenBy('v1.36', owner, child(reference)), 'child');
    expect(sentence).not.toContain('But');
    expect(unless).toBeUndefined();
  });
});
