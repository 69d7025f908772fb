import { visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, Clapperboard } from 'lucide-react';
import { useSavedViews } from '../../address/saved-views.ts';
import { MAIN_PAGES } from '../../ui/main-pages.ts';
import { scenesQuery, usePlayerClient } from '../../worker/use-player-client.ts';
import type { PaletteEntry } from './entries.ts';
import { useActions } from './use-actions.ts';

const PAGES: readonly PaletteEntry[] = MAIN_PAGES.map(({ page, word, meaning, Icon }) => ({
  id: `page ${word}`,
  group: 'Pages',
  title: word,
  words: meaning,
  hint: meaning,
  Icon,
  act: { type: 'go', change: { depth: undefined }, page },
}));

/** Everything that the palette offers beside objects; scenes are loaded once they are wanted. */
export function useEntries(
  more: readonly PaletteEntry[],
  wantsScenes: boolean,
): readonly PaletteEntry[] {
  const actions = useActions();
  const scenes = useScenes(wantsScenes);
  const views = useSavedViews().map(
    ({ name, href }): PaletteEntry => ({
      id: `view ${name}`,
      group: 'Saved views',
      title: visibleText(name),
      words: 'saved view',
      Icon: Bookmark,
      act: { type: 'open', href },
    }),
  );
  return [...views, ...PAGES, ...actions, ...more, ...scenes];
}

function useScenes(enabled: boolean): readonly PaletteEntry[] {
  const { data = [] } = useQuery({ ...scenesQuery(usePlayerClient()), enabled });
  return data.map(({ name, title }) => ({
    id: `scene ${name}`,
    group: 'Scenes',
    title,
    words: `${name} scene`,
    Icon: Clapperboard,
    act: { type: 'go', change: { depth: undefined }, page: { page: 'scene', name } },
  }));
}
