import type { Foldable, ViewChange } from '../../address/view-search.ts';

/** What stays folded when the details are shown. */
export function showDetails(folded: readonly Foldable[] = []): readonly Foldable[] {
  return folded.filter((pane) => pane !== 'details');
}

/** How a comparison begins: two maps beside each other need the room of the details; in a narrow window they stand one below the other. */
export function beginComparison(
  beside: string,
  folded: readonly Foldable[] | undefined,
  isNarrow: boolean,
): ViewChange {
  return isNarrow ? { beside } : { beside, folded: [...showDetails(folded), 'details'] };
}
