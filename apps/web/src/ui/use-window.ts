import { useSyncExternalStore } from 'react';
import { isPrinting, onPrinting } from './printing.ts';

/** `narrow`: too narrow for things side by side. `wide`: a card of a report has room for its text and, beside that, its commands. */
type WindowWidth = 'narrow' | 'wide';

// Widths as in the style sheets.
const QUERIES: Readonly<Record<WindowWidth, MediaQueryList>> = {
  narrow: window.matchMedia('(max-width: 760px)'),
  wide: window.matchMedia('(min-width: 1400px)'),
};

/** Whether the window is so wide. Paper, where nothing is folded, is not narrow. */
export function useWindow(width: WindowWidth): boolean {
  return useSyncExternalStore(
    subscribe,
    () => QUERIES[width].matches && !(width === 'narrow' && isPrinting()),
  );
}

function subscribe(changed: () => void): () => void {
  const queries = Object.values(QUERIES);
  for (const query of queries) query.addEventListener('change', changed);
  const forget = onPrinting(changed);
  return () => {
    forget();
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
