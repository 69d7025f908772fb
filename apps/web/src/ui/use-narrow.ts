import { useSyncExternalStore } from 'react';
import { isPrinting, onPrinting } from './printing.ts';

// The same width as in the style sheets.
const query = window.matchMedia('(max-width: 760px)');

/** Whether the page is too narrow for things side by side. Paper, where nothing is folded, is not. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches && !isPrinting());
}

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed);
  const forget = onPrinting(changed);
  return () => {
    forget();
    query.removeEventListener('change', changed);
  };
}
