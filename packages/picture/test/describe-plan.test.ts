import type { ReasonCode } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { describeGoing, describePlan } from '../src/describe-plan.ts';
import type { PlannedItem } from '../src/node-picture.ts';

const item = (reason: ReasonCode | '', goes = false): PlannedItem => ({ reason, goes, notes: [] });

describe('words of the node picture', () => {
  it('says how many go', () => {
    expect(describeGoing([item('running'), item('space', true)])).toBe(', 1 of them goes');
    expect(describeGoing([item('space', true), item('space', true)])).toBe(', 2 of them go');
    expect(describeGoing([])).toBe('');
  });

  it('says what the plan is, when and why, with its notes', () => {
    expect(describePlan(item(''))).toBe('nothing decided');
    expect(describePlan(item('running'))).toBe('stays: it is running');
    expect(describePlan({ ...item('over-node-limit', true), goesIn: 90_000, notes: ['tie'] })).toBe(
      'goes next in 90s: the node has more dead containers than its limit; another item has the same age or last use, so either may go',
    );
  });
});
