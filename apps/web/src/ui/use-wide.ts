import { useSyncExternalStore } from 'react';

// The same width as in the style sheets.
const query = window.matchMedia('(min-width: 1600px)');

/** Whether a card of a report has room for its text and, beside that, its commands. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

function subscribe(changed: () => void): () => void {
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
