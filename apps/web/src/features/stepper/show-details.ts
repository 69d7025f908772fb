import { useView } from '../../address/navigation.tsx';
import type { Foldable, ViewChange } from '../../address/view-search.ts';
import { useWindow } from '../../ui/use-window.ts';

/** Two maps beside each other need the room of the details; in a narrow window they stand one below the other. */
const COMPARED: readonly Foldable[] = ['details'];

/** The panes that are folded. Unless the address says it, a comparison has folded details, if it asks for none of them. */
export function useFolded(): readonly Foldable[] {
  const { folded, beside, side, intervene } = useView();
  const isNarrow = useWindow('narrow');
  const isBare = beside !== undefined && side === undefined && intervene === undefined;
  return folded ?? (isBare && !isNarrow ? COMPARED : []);
}

/** The panes that stay folded when the details are shown. */
export function showDetails(folded: readonly Foldable[]): readonly Foldable[] {
  return folded.filter((pane) => pane !== 'details');
}

/** These panes as folded ones in the address: that there are none is said only where a comparison would fold some. */
export function foldedIn(
  folded: readonly Foldable[],
  isCompared: boolean,
): Pick<ViewChange, 'folded'> {
  return { folded: folded.length === 0 && !isCompared ? undefined : folded };
}

/** The change of the view that begins a comparison. */
export function beginComparison(
  beside: string,
  folded: readonly Foldable[],
  isNarrow: boolean,
): ViewChange {
  return isNarrow ? { beside } : { beside, folded: [...showDetails(folded), ...COMPARED] };
}
