import type { Comparison } from './compare-worlds.ts';
import { SAMPLED_ORDERS, SAMPLED_ORDERS_OF_THOUSANDS } from './possible-courses.ts';

/** Rules that a run has to show at work. */
export const RULES_TO_SHOW: readonly string[] = [
  'AD-14',
  'AD-15',
  'AD-16',
  'AD-17',
  'CL-04',
  'CL-08',
  'GB-05',
  'GB-42b',
  'OR-03',
  'FG-02',
];

/** The share of worlds that can end in more than one way. */
export function orderDependentShare({ sizes, worlds }: Comparison): number {
  return 1 - (sizes.get(1) ?? 0) / worlds;
}

/** What the sizes of outcome sets are worth. */
const HOW_COUNTED = `counted over ${SAMPLED_ORDERS} sampled orders of each world (${SAMPLED_ORDERS_OF_THOUSANDS} with a thousand owners), so a lower bound, and as the paces of the worlds were drawn`;

/** What a comparison found, in a few lines. */
export function reportOf(comparison: Comparison): string {
  const { worlds, sizes, mismatches, rules } = comparison;
  const sorted = [...sizes].toSorted(([a], [b]) => a - b);
  const share = (100 * orderDependentShare(comparison)).toFixed(1);
  return [
    `${worlds} worlds, ${mismatches.length} unexplained`,
    `possible courses: ${sorted.map(([size, count]) => `${size} in ${count}`).join(', ')} worlds; more than one in ${share} %; ${HOW_COUNTED}`,
    `worlds that a rule decided in: ${RULES_TO_SHOW.map((rule) => `${rule} ${rules.get(rule) ?? 0}`).join(', ')}`,
  ].join('\n');
}
