import { describe, expect, it } from 'vitest';
import {
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
    // Of sandboxes and logs no card is drawn.
    if (shortReason(code) !== describeReason(code)) {
      expect(shortReason(code).length).toBeLessThanOrEqual(28);
    }
  });

  it('[C-11] names a tie where another item may go in its place', () => {
    const tieOf = (reason: ReasonCode): number => describeNotes({ reason, notes: ['tie'] }).length;
    expect(CODES.filter((code) => code in KEEP_REASONS && tieOf(code) > 0)).toEqual([
      'within-limits',
      'target-reached',
    ]);
    expect(Object.keys(REMOVE_REASONS).map((code) => tieOf(code as ReasonCode))).not.toContain(0);
  });

  it('names a pod as kubectl does, and by its uid if nothing else is known', () => {
    expect(podName({ uid: 'u', namespace: 'shop', name: 'web' })).toBe('shop/web');
    expect(podName({ uid: 'u', namespace: '', name: 'web' })).toBe('web');
    expect(podName({ uid: 'u', namespace: '', name: '' })).toBe('u');
    expect(podName({ uid: '', namespace: '', name: '' })).toBe('no pod');
  });
});
