/** For a bucket that many retries share, and a machine that is busy. */
const AT_LEAST = 90_000;
const SLACK = 30_000;
const LONGEST_DELAY = 1_000_000;

/**
 * How long the next retry of a child of an unserved kind may take, which alone notices what frees it, in a collector of
 * this age (QU-03): delays double, so the next is as long as all before it together. Milliseconds.
 */
export function retryPatience(age: number): number {
  return Math.max(AT_LEAST, Math.min(age, LONGEST_DELAY) + SLACK);
}
