import { RELEASES } from '@gcscope/gc-core';
import { describe, expect, it } from 'vitest';
import { checkVerdicts, restlessIn } from '../../real-cluster/src/differential/check-verdicts.ts';
import { HELD, ownedBy, stateOf, stored, storedNamespace } from './support/world-states.ts';

const RELEASE = RELEASES['v1.36'];
const OWNER = stored('owner', ownedBy('never'));
const CHILD = stored('child', ownedBy('owner'));
const GRANDCHILD = stored('grandchild', ownedBy('child'));
const BYSTANDER = stored('bystander');
const BEFORE = stateOf(OWNER, CHILD, GRANDCHILD, BYSTANDER);

/** References that block these owners. */
function blocking(...names: readonly string[]): ReturnType<typeof ownedBy> {
  const references = ownedBy(...names).ownerReferences ?? [];
  return { ownerReferences: references.map((each) => ({ ...each, blockOwnerDeletion: true })) };
}

function uidsOf(...[before, after]: Parameters<typeof restlessIn>[0][]): string[] {
  const found = checkVerdicts(before ?? new Map(), after ?? new Map(), RELEASE);
  return found.map(({ uid }) => uid);
}

describe('checkVerdicts', () => {
  it('agrees when what goes is gone, with all that stayed only because of it', () => {
    expect(uidsOf(BEFORE, stateOf(BYSTANDER))).toEqual([]);
  });

  it('finds what was said to go and is still there, and what is then left', () => {
    expect(new Set(uidsOf(BEFORE, BEFORE))).toEqual(new Set(['owner-uid']));
    expect(uidsOf(BEFORE, stateOf(CHILD, GRANDCHILD, BYSTANDER))).toEqual(['child-uid']);
  });

  it('is content with the beginning of a deletion where something holds the object, once', () => {
    const due = stored('due', { ...HELD, finalizers: [] });
    const held = stored('due', HELD);
    expect(uidsOf(stateOf(due), stateOf(held))).toEqual(['due-uid']);
    const kept = stored('owner', { ...ownedBy('never'), ...HELD });
    expect(uidsOf(stateOf(OWNER), stateOf(kept))).toEqual([]);
  });

  it('finds an object that went without owner references, or although its owner exists', () => {
    expect(uidsOf(BEFORE, stateOf())).toEqual(['bystander-uid']);
    const rooted = [stored('owner'), CHILD];
    expect(uidsOf(stateOf(...rooted), stateOf(stored('owner')))).toEqual(['child-uid']);
  });

  it('[AD-02] finds what went although a finalizer held it', () => {
    const held = stored('held', HELD);
    expect(uidsOf(stateOf(held), stateOf(held))).toEqual([]);
    expect(uidsOf(stateOf(held), stateOf())).toEqual(['held-uid']);
  });

  it('[AD-16] follows a cycle that goes as a whole, and none that goes by itself', () => {
    const one = stored('one', ownedBy('two', 'never'));
    const two = stored('two', ownedBy('one'));
    expect(uidsOf(stateOf(one, two), stateOf())).toEqual(['one-uid', 'two-uid']);
    const deleted = stored('one', {
      ...ownedBy('two'),
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['foregroundDeletion'],
    });
    expect(uidsOf(stateOf(deleted, two), stateOf())).toEqual([]);
  });

  it('[OR-07] follows an owner that orphans its dependents and goes', () => {
    const owner = stored('owner', { ...HELD, finalizers: ['orphan'] });
    expect(uidsOf(stateOf(owner, CHILD), stateOf(stored('child')))).toEqual([]);
  });

  it('[GB-36] is content that a restart passes over what does not block its waiting owner, while that is there', () => {
    const waiting = stored('waiting', { ...HELD, finalizers: ['foregroundDeletion'] });
    const loose = stored('loose', ownedBy('waiting'));
    const blocker = stored('blocker', { ...HELD, ...blocking('waiting') });
    const before = stateOf(waiting, loose, blocker);
    expect(uidsOf(before, before)).toEqual([]);
    expect(uidsOf(before, stateOf(loose))).toContain('loose-uid');
  });

  it('[AD-14] follows what loses references that do not hold, and whom it no longer blocks', () => {
    const deleted = { ...HELD, finalizers: ['foregroundDeletion'] };
    const waiting = stored('waiting', deleted);
    const blocked = stored('child', blocking('keeper', 'waiting'));
    const before = stateOf(waiting, blocked, stored('keeper'));
    const after = stateOf(stored('child', ownedBy('keeper')), stored('keeper'));
    expect(uidsOf(before, after)).toEqual([]);
  });

  it('[NS-08] [NS-14] follows a Namespace that is emptied and goes, no other', () => {
    const { deletionTimestamp = '' } = HELD;
    const going = storedNamespace({ deletionTimestamp });
    const content = stored('content');
    expect(uidsOf(stateOf(going, content), stateOf())).toEqual([]);
    expect(uidsOf(stateOf(storedNamespace(), content), stateOf())).toHaveLength(2);
    const held = stored('content', HELD);
    expect(uidsOf(stateOf(going, content), stateOf(going, held))).toEqual([]);
    expect(uidsOf(stateOf(going, held), stateOf(held))).toEqual(['shop-uid']);
  });

  it('[NS-08] follows a Namespace that the collector deletes', () => {
    const never = { apiVersion: 'v1', kind: 'Namespace', name: 'never', uid: 'never-uid' };
    const lost = storedNamespace({ ownerReferences: [never] });
    expect(uidsOf(stateOf(lost, stored('content')), stateOf())).toEqual([]);
  });

  it('of a settled world finds what would have to go at once', () => {
    const due = stored('due', { ...HELD, finalizers: [] });
    expect(restlessIn(stateOf(due, OWNER), RELEASE).map(({ uid }) => uid)).toEqual(['due-uid']);
  });
});
