import { describe, expect, it } from 'vitest';
import { podStateFromOutside, podStates, uidOnNode } from '../../src/kubelet/pod-states.ts';

describe('pods as the kubelet sees them', () => {
  const pods = (['live', 'terminated', 'gone'] as const).map((state) => ({
    uid: state,
    name: state,
    namespace: 'test',
    state,
  }));

  it('[PP-1, PP-2, PP-3] sources ready: false', () => {
    const uids = ['live', 'terminated', 'gone', 'unknown'];
    const states = podStates(pods, false);
    expect(uids.map((uid) => states.isGone(uid))).toEqual([false, false, true, false]);
    expect(uids.map((uid) => states.isTerminated(uid))).toEqual([false, true, true, false]);
  });

  it.each([
    [{ deletionRequested: true, hasRunningContainer: false }, 'gone', 'certain'],
    [{ deletionRequested: true, hasRunningContainer: true }, 'live', 'certain'],
    [
      { deletionRequested: false, hasRunningContainer: false, phase: 'Succeeded' },
      'terminated',
      'certain',
    ],
    [
      { deletionRequested: false, hasRunningContainer: false, phase: 'Failed' },
      'terminated',
      'certain',
    ],
    [{ deletionRequested: false, hasRunningContainer: true, phase: 'Failed' }, 'live', 'certain'],
    [
      { deletionRequested: false, hasRunningContainer: true, phase: 'Failed', reason: 'Evicted' },
      'gone',
      'likely',
    ],
  ] as const)('[PP-1] [PP-2] [PP-5] %j is %s, %s', (facts, state, certainty) => {
    expect(podStateFromOutside(facts)).toEqual({ state, certainty });
  });

  it('[PP-4] a mirror pod stands for its static pod', () => {
    expect(uidOnNode('api', { 'kubernetes.io/config.mirror': 'hash' })).toBe('hash');
    expect(uidOnNode('api', {})).toBe('api');
    expect(uidOnNode('api', undefined)).toBe('api');
  });
});
