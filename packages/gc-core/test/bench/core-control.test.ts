import { describe, expect, it } from 'vitest';
import { type TimedPiece, undisturbed } from '../../bench/core-control.ts';

function piece(elapsed: number, before: number, after: number): TimedPiece {
  return { elapsed, controls: [before, after] };
}

describe('times of undisturbed work', () => {
  const calm = Array.from({ length: 10 }, (_, at) => piece(100 + at, 1, 1.04));

  it('leave out what the loop before or after it tells, never what its own time tells', () => {
    const slow = piece(9000, 1, 1);
    const disturbed = [piece(1, 1.1, 1), piece(2, 1, 1.1), piece(3, 7, 7)];
    expect(undisturbed([...disturbed, ...calm, slow])).toEqual([
      ...calm.map(({ elapsed }) => elapsed),
      9000,
    ]);
  });

  it('are all times if nearly all were disturbed', () => {
    const pieces = [...calm.slice(1), piece(1, 1.1, 1)];
    expect(undisturbed(pieces)).toEqual(pieces.map(({ elapsed }) => elapsed));
    expect(undisturbed([])).toEqual([]);
  });

  it('know the fastest by more than one loop', () => {
    const pieces = [piece(5, 0.1, 1), ...calm, ...calm];
    expect(undisturbed(pieces)).toEqual(pieces.map(({ elapsed }) => elapsed));
  });
});
