import type { LucideIcon } from 'lucide-react';
import type { Page } from '../../address/navigation.tsx';
import type { ViewChange } from '../../address/view-search.ts';

/** An entry of the palette beside objects. */
export interface PaletteEntry {
  /** Id that stays the same: the browser remembers the opened entries. */
  readonly id: string;
  readonly group: 'Pages' | 'Scenes' | 'Actions' | 'Saved views';
  readonly title: string;
  /** Words that find it, beside those of the title. */
  readonly words?: string;
  readonly hint?: string;
  readonly Icon: LucideIcon;
  /** The target or the action; `open` is a view of this page, `file` a document of the server. */
  readonly act:
    | { readonly type: 'go'; readonly change: ViewChange; readonly page?: Page }
    | { readonly type: 'open'; readonly href: string }
    | { readonly type: 'file'; readonly href: string }
    | { readonly type: 'copy'; readonly text: string }
    | { readonly type: 'do'; readonly run: () => void };
}

/** The entries in which each word of the query begins a word, in their order. */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(({ title, words = '' }) => {
    const has = `${title} ${words}`.toLowerCase().split(/[\s:,]+/);
    return wanted.every((word) => has.some((each) => each.startsWith(word)));
  });
}
