import type { Cue } from '@gcscope/gc-core/wire';
import { describe, expect, it } from 'vitest';
import { formatCues, parseCues } from '../../../src/features/stepper/cues.ts';

const CUES: readonly Cue[] = [
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
  { at: 8, act: { type: 'next', queue: 'attemptToOrphan', uid: 'a', goesOn: true, stands: true } },
  { at: 9, act: { type: 'advance', seconds: 30 } },
  { at: 12, act: { type: 'delete', uid: 'a', propagationPolicy: 'Orphan' } },
];

describe('the cues of an address', () => {
  it('come back as they were written, and none need no room', () => {
    expect(parseCues(formatCues(CUES))).toEqual(CUES);
    expect(formatCues([])).toBeUndefined();
    expect(parseCues(undefined)).toEqual([]);
  });

  it.each([
    ['no JSON', '[{'],
    ['no list', '{}'],
    ['no cue', '[7]'],
    ['an unknown act', '[{"at":0,"act":{"type":"reboot","uid":"a"}}]'],
    ['an act from the prototype', '[{"at":0,"act":{"type":"constructor"}}]'],
    ['a missing uid', '[{"at":0,"act":{"type":"terminatePod"}}]'],
    ['a step that is none', '[{"at":-1,"act":{"type":"terminatePod","uid":"a"}}]'],
    ['an unknown policy', '[{"at":0,"act":{"type":"delete","uid":"a","propagationPolicy":"x"}}]'],
    [
      'a worker that stands half',
      '[{"at":0,"act":{"type":"next","queue":"attemptToDelete","uid":"a","stands":1}}]',
    ],
    ['a year', '[{"at":0,"act":{"type":"advance","seconds":31536000}}]'],
  ])('are refused in one sentence: %s', (_, text) => {
    expect(parseCues(text)).toMatch(/^What was done .* not understood: .*\.$/);
  });
});
