import { useSyncExternalStore } from 'react';

// The same width as in the style sheets.
const query = window.matchMedia('(max-width: 760px)');

/** Whether the page is too narrow for things side by side. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
