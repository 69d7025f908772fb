import { formatTimestamp } from '@gcscope/gc-core/wire';
import { Image } from 'lucide-react';
import { usePage, useView } from '../address/navigation.tsx';
import { filtered, isFiltering } from '../data/selection.ts';
import { useConnection, useLive } from '../data/use-graph.ts';
import { useLabels } from '../data/use-labels.ts';
import type { PaletteEntry } from '../features/search/entries.ts';
import { viewTitle } from '../ui/describe-filter.ts';
import { useTheme } from '../ui/theme.ts';

/** The actions of the palette that other features do. */
export function useViewActions(): readonly PaletteEntry[] {
  const { store } = useLive();
  const { cluster } = useConnection();
  const view = useView();
  const theme = useTheme();
  const { uids } = useLabels(view);
  const isOnMap = usePage()?.page === 'map';
  const isKnown = view.labels.length === 0 || uids !== undefined;
  if (!isOnMap || !isFiltering(view) || !isKnown) return [];
  const save = async (): Promise<void> => {
    // Loaded on demand.
    const { saveSvg } = await import('../ui/save-view.ts');
    const title = viewTitle(cluster, view, store.counts);
    const { records } = filtered(view, uids)(store);
    const linkBase = window.location.origin;
    saveSvg({ title, savedAt: formatTimestamp(Date.now()), records }, { theme, linkBase });
  };
  return [
    {
      id: 'view svg',
      group: 'Actions',
      title: 'Save this filtered view as SVG',
      words: 'picture export share',
      Icon: Image,
      act: { type: 'do', run: () => void save() },
    },
  ];
}
