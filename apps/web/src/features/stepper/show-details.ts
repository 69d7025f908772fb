import type { Foldable } from '../../address/view-search.ts';

/** What stays folded when the details are shown. */
export function showDetails(folded: readonly Foldable[] = []): readonly Foldable[] {
  return folded.filter((pane) => pane !== 'details');
}
