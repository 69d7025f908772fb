import { usePage, useView } from '../address/navigation.tsx';
import { usePrinting } from './printing.ts';
import { useNarrow } from './use-narrow.ts';

/**
 * Map or list. A narrow screen begins with the list, unless the address names a place on the whole map; paper has the list, because a map
 * cuts names.
 */
export function useShownView(): 'map' | 'list' {
  const { view, camera } = useView();
  const isPlace = usePage()?.page === 'map' && camera !== undefined;
  const narrow = useNarrow();
  if (usePrinting()) return 'list';
  return view ?? (narrow && !isPlace ? 'list' : 'map');
}
