import { describe, expect, it } from 'vitest';
import {
  type DecisionNote,
  decisiveKeep,
  describeNotes,
  describeReason,
  KEEP_REASONS,
  podName,
  REMOVE_REASONS,
  type ReasonCode,
  shortReason,
} from '../../src/meta/kubelet-decision.ts';

const CODES = Object.keys({ ...KEEP_REASONS, ...REMOVE_REASONS }) as ReasonCode[];

describe('words for the decisions of a kubelet', () => {
  it.each(CODES)('%s: a clause that follows "because", and words that fit a card', (code) => {
    expect(`Because ${describeReason(code)}.`).toMatch(/^Because [a-z][^.;]*( [a-z.]+)*\.$/);
    // Sandboxes and logs have no cards.
    if (shortReason(code) !== describeReason(code)) {
      expect(shortReason(code).length).toBeLessThanOrEqual(28);
    }
  });

  it('disk pressure removes containers and sandboxes', () => {
    expect(describeReason('pod-terminated-under-pressure')).toMatch(/all containers and sandboxes/);
  });

  it('[C-11] names a tie of whatever stays or goes, but not where the kubelet failed to remove it', () => {
    const tieOf = (reason: ReasonCode): number => describeNotes({ reason, notes: ['tie'] }).length;
    expect(CODES.filter((code) => tieOf(code) === 0)).toEqual(['removal-failed']);
  });

  it('[C-11] [IR-4] of the runs that keep an item, the one with a tie or with removals tells why', () => {
    const kept = (reason: ReasonCode, ...notes: DecisionNote[]) => ({ reason, notes });
    const young = kept('image-too-young');
    const reached = kept('target-reached');
    const tied = kept('target-reached', 'tie');
    const below = kept('below-threshold');
    expect(decisiveKeep([young, tied, reached, below])).toBe(tied);
    expect(decisiveKeep([young, reached, below])).toBe(reached);
    expect(decisiveKeep([young, below])).toBe(below);
    expect(decisiveKeep([])).toBeUndefined();
  });

  it('names a pod as kubectl does, and by its uid if nothing else is known', () => {
    expect(podName({ uid: 'u', namespace: 'shop', name: 'web' })).toBe('shop/web');
    expect(podName({ uid: 'u', namespace: '', name: 'web' })).toBe('web');
    expect(podName({ uid: 'u', namespace: '', name: '' })).toBe('u');
    expect(podName({ uid: '', namespace: '', name: '' })).toBe('no pod');
  });
});
