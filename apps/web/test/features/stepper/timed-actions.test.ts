import type { TimedAction } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { formatActions, parseActions } from '../../../src/features/stepper/timed-actions.ts';

const ACTIONS: readonly TimedAction[] = [
  { at: 0, act: { type: 'addFinalizer', uid: 'a', finalizer: 'example.com/hold' } },
  {
    at: 0,
    act: {
      type: 'addReference',
      uid: 'a',
      owner: 'b',
      controller: false,
      blockOwnerDeletion: true,
    },
  },
  { at: 7, act: { type: 'next', queue: 'attemptToDelete', uid: '__proto__' } },
  { at: 8, act: { type: 'next', queue: 'attemptToOrphan', uid: 'a', goesOn: true, pauses: true } },
  { at: 9, act: { type: 'advance', seconds: 30 } },
  { at: 12, act: { type: 'delete', uid: 'a', propagationPolicy: 'Orphan' } },
];

describe('the actions of an address', () => {
  it('come back as they were written, and none need no room', () => {
    expect(parseActions(formatActions(ACTIONS))).toEqual(ACTIONS);
    expect(formatActions([])).toBeUndefined();
    expect(parseActions(undefined)).toEqual([]);
  });

  it('are a hundred at most', () => {
    const advances = (count: number): string | undefined =>
      formatActions(
        Array.from({ length: count }, (_, at) => ({ at, act: { type: 'advance', seconds: 1 } })),
      );
    expect(parseActions(advances(100))).toHaveLength(100);
    expect(parseActions(advances(101))).toMatch(/at most 100 actions, and this link has 101/);
  });

  it.each([
    ['no JSON', '[{'],
    ['no list', '{}'],
    ['no action', '[7]'],
    ['an unknown act', '[{"at":0,"act":{"type":"reboot","uid":"a"}}]'],
    ['an act from the prototype', '[{"at":0,"act":{"type":"constructor"}}]'],
    ['a missing uid', '[{"at":0,"act":{"type":"terminatePod"}}]'],
    ['a step that is none', '[{"at":-1,"act":{"type":"terminatePod","uid":"a"}}]'],
    ['an unknown policy', '[{"at":0,"act":{"type":"delete","uid":"a","propagationPolicy":"x"}}]'],
    [
      'a worker that pauses half',
      '[{"at":0,"act":{"type":"next","queue":"attemptToDelete","uid":"a","pauses":1}}]',
    ],
    ['a year', '[{"at":0,"act":{"type":"advance","seconds":31536000}}]'],
  ])('are refused in one sentence: %s', (_, text) => {
    expect(parseActions(text)).toMatch(/^The actions in this link cannot be read: .*\.$/);
  });
});
