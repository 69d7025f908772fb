import type { Uid } from '../../meta/object-reference.ts';
import type { JudgedReference } from '../verdict/judge-reference.ts';

/**
 * What its references do to an object: the collector deletes it (AD-17); it goes with owners that the collector deletes;
 * that cannot be told; or it stays, be it because the collector cannot ask (CL-03, CL-04).
 */
export type ReferenceFate = 'goes' | 'vanishes' | 'unknown' | 'stays';

/** What the references come to, given the objects that are about to go. */
export function fateOf(
  judged: readonly JudgedReference[],
  vanishing: { has(uid: Uid): boolean },
): ReferenceFate {
  const has = (wanted: JudgedReference['class']): boolean =>
    judged.some((each) => each.class === wanted);
  if (judged.length === 0 || has('unmapped') || has('never')) return 'stays';
  const solid = judged.filter((each) => each.class === 'solid');
  if (solid.some(({ found }) => !found || !vanishing.has(found.uid))) return 'stays';
  if (has('unknown')) return 'unknown';
  return solid.length > 0 ? 'vanishes' : 'goes';
}
