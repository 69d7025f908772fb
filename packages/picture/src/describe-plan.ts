import { describeNotes, describeReason, formatAge, formatCount } from '@gcscope/gc-core/wire';
import type { PlannedItem } from './node-picture.ts';

/** The plan for an item and its notes, in one sentence without a full stop. */
export function describePlan(item: PlannedItem): string {
  const { goes, reason, goesIn } = item;
  if (reason === '') return 'nothing decided';
  const when = goesIn === undefined ? '' : ` in ${formatAge(goesIn)}`;
  const plan = `${goes ? `goes next${when}` : 'stays'}: ${describeReason(reason)}`;
  return [plan, ...describeNotes(item)].join('; ');
}

/** Says how many items of the rest of a list go: `, 3 of them go`; empty when none does. */
export function describeGoing(items: readonly PlannedItem[]): string {
  const going = items.filter(({ goes }) => goes).length;
  if (going === 0) return '';
  return `, ${formatCount(going)} of them ${going === 1 ? 'goes' : 'go'}`;
}
