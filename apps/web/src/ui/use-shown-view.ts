import { usePage, useView } from '../address/navigation.tsx';
import { usePrinting } from './printing.ts';
import { useWindow } from './use-window.ts';

/**
 * Map or list. A narrow screen begins with the list, unless the address names a place on the whole map; paper has the list, because a map
 * cuts names.
 */
export function useShownView(): 'map' | 'list' {
  const { view, camera } = useView();
  const isPlace = usePage()?.page === 'map' && camera !== undefined;
  const narrow = useWindow('narrow');
  if (usePrinting()) return 'list';
  return view ?? (narrow && !isPlace ? 'list' : 'map');
}
