import { forecast, type PropagationPolicy, RELEASES } from '@gcscope/gc-core';
import type { PolicyForecast } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { checkForecast } from '../../real-cluster/src/differential/check-forecast.ts';
import { observe } from '../../real-cluster/src/differential/observe.ts';
import { ReachableOutcomes } from '../../real-cluster/src/differential/reachable-outcomes.ts';
import { NOW, tableOf } from '../../real-cluster/src/differential/simulate-world.ts';
import type { WorldState } from '../../real-cluster/src/differential/world-state.ts';
import { HELD, ownedBy, stateOf, stored } from './support/world-states.ts';

const RELEASE = RELEASES['v1.36'];
const OWNER = stored('owner');
const CHILD = stored('child', ownedBy('owner'));
const SHARED = stored('shared', ownedBy('owner', 'other'));
const OTHER = stored('other');
const BEFORE = stateOf(OWNER, CHILD, SHARED, OTHER);
const AFTER = stateOf(stored('shared', ownedBy('other')), OTHER);

function forecastOf(before: WorldState, policy: PropagationPolicy): PolicyForecast {
  const { graph, view } = observe(before, RELEASE);
  const owner = graph.get('owner-uid');
  const { resources } = tableOf(RELEASE);
  const facts = { resources, now: NOW };
  const played = { ...view, deletionFacts: () => facts };
  const [predicted] = forecast(owner ? [owner] : [], played, [policy]).policies;
  if (!predicted) throw new Error('There is no forecast.');
  return predicted;
}

function wrongIn(policy: PropagationPolicy, before: WorldState, after: WorldState): string[] {
  const found = checkForecast(forecastOf(before, policy), before, after);
  return found.map(({ uid, predicted }) => `${uid} ${predicted}`);
}

describe('checkForecast', () => {
  it('agrees with what is deleted, and kept by another owner', () => {
    expect(wrongIn('Background', BEFORE, AFTER)).toEqual([]);
  });

  it('finds each line that did not come true', () => {
    expect(wrongIn('Background', BEFORE, BEFORE)).toEqual([
      'owner-uid deleted (API-38)',
      'child-uid deleted (AD-17)',
    ]);
    const without = stateOf(stored('shared', ownedBy('other')));
    expect(wrongIn('Background', BEFORE, without)).toEqual([
      'shared-uid kept (AD-14)',
      'other-uid not concerned',
    ]);
  });

  it('[OR-03] wants orphans to have lost their owner, and to live', () => {
    const orphans = stateOf(stored('child'), stored('shared', ownedBy('other')), OTHER);
    expect(wrongIn('Orphan', BEFORE, orphans)).toEqual([]);
    expect(wrongIn('Orphan', BEFORE, AFTER)).toEqual(['child-uid orphaned (OR-03)']);
    const clinging = stateOf(CHILD, stored('shared', ownedBy('other')), OTHER);
    expect(wrongIn('Orphan', BEFORE, clinging)).toEqual(['child-uid orphaned (OR-03)']);
  });

  it('[API-35] wants what is blocked in Terminating to keep its finalizer, and what it blocks to live', () => {
    const before = stateOf(stored('owner', { finalizers: ['example.com/hold'] }), CHILD);
    const held = stored('owner', HELD);
    expect(wrongIn('Background', before, stateOf(held, CHILD))).toEqual([]);
    expect(wrongIn('Background', before, stateOf(CHILD))).toHaveLength(2);
    expect(wrongIn('Background', before, stateOf(held))).toHaveLength(1);
  });

  it('knows which ends some order comes to', () => {
    const deletion = { target: 'owner-uid', policy: 'Background' } as const;
    const ends = new ReachableOutcomes(BEFORE, deletion, RELEASE);
    expect(ends.has(AFTER)).toBe(true);
    expect(ends.has(stateOf(OTHER))).toBe(false);
    expect(ends.some((end) => end.has('shared-uid'))).toBe(true);
    expect(ends.some((end) => end.has('child-uid'))).toBe(false);
  });
});
