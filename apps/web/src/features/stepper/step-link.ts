import { formatViewSearch, type ViewSearch } from '../../address/view-search.ts';
import type { PieceRef } from '../../worker/messages.ts';

/** The address of this very step, which the page itself shows only once it has stood there for a moment. */
export function stepLink(piece: PieceRef, view: ViewSearch, cursor: number): string {
  const at = { ...view, step: cursor };
  const path =
    piece.type === 'fork'
      ? `/simulate/${encodeURIComponent(piece.fork.uid)}${formatViewSearch({ ...at, simulation: piece.fork.id })}`
      : `/scenes/${encodeURIComponent(piece.name)}${formatViewSearch(at)}`;
  return `${window.location.origin}${path}`;
}
