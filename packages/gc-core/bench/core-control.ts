import { performance } from 'node:perf_hooks';

const NUMBERS = Int32Array.from({ length: 1024 }, (_, index) => index * 7);
const TURNS = 24;
/** How much slower than at its fastest the loop may be. */
const TOLERANCE = 1.05;
/** Fewer pieces of work than this say nothing, even undisturbed ones. */
const FEWEST = 10;

/** The count has to be used, or a compiler may leave the counting out. */
const counted = new Int32Array(1);

/**
 * Milliseconds of a loop that always does the same within the nearest cache. It takes longer while somebody else computes
 * on the other half of the core, or has this half in turn.
 */
export function control(): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const start = performance.now();
  for (let turn = 0; turn < TURNS; turn++) {
    for (let at = 0; at < NUMBERS.length; at += 4) {
      a = (a + (NUMBERS[at] ?? 0)) | 0;
      b ^= NUMBERS[at + 1] ?? 0;
      c = (c + (NUMBERS[at + 2] ?? 0)) | 0;
      d ^= NUMBERS[at + 3] ?? 0;
    }
  }
  const elapsed = performance.now() - start;
  counted[0] = a ^ b ^ c ^ d;
  return elapsed;
}

/** A piece of work, in milliseconds, and the loop right before and right after it. */
export interface TimedPiece {
  readonly elapsed: number;
  readonly controls: readonly [before: number, after: number];
}

/** The times of the pieces beside which the loop was as fast as it can be; of all pieces if nearly all were disturbed. */
export function undisturbed(pieces: readonly TimedPiece[]): number[] {
  const controls = pieces.flatMap((piece) => piece.controls).toSorted((a, b) => a - b);
  const limit = (controls[Math.floor(controls.length / 20)] ?? 0) * TOLERANCE;
  const calm = pieces.filter((piece) => piece.controls.every((each) => each <= limit));
  return (calm.length < FEWEST ? pieces : calm).map(({ elapsed }) => elapsed);
}
