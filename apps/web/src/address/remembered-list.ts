import { useSyncExternalStore } from 'react';
import { remember, remembered } from './browser-storage.ts';

/** A list that this browser remembers; where its storage is refused, as long as the page. */
export interface RememberedList<Item> {
  readonly read: () => readonly Item[];
  readonly write: (items: readonly Item[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The list under a key of the browser's storage. Anyone may have written there: `parse` drops what is no item. */
export function rememberedList<Item>(
  key: string,
  parse: (value: unknown) => Item | undefined,
): RememberedList<Item> {
  const listeners = new Set<() => void>();
  let known: string | null = null;
  let items: readonly Item[] = [];
  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const inOtherTab = (event: StorageEvent): void => {
    if (event.key === key) notify();
  };
  return {
    read: () => {
      const text = remembered(key);
      // If the browser refuses storage, the list written last stays.
      if (text !== undefined && text !== known) {
        items = parseList(text, parse);
        known = text;
      }
      return items;
    },
    write: (next) => {
      items = next;
      known = JSON.stringify(next);
      remember(key, known);
      notify();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', inOtherTab);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', inOtherTab);
      };
    },
  };
}

/** The items as they are now. */
export function useRemembered<Item>(list: RememberedList<Item>): readonly Item[] {
  return useSyncExternalStore(list.subscribe, list.read);
}

function parseList<Item>(
  text: string | null,
  parse: (value: unknown) => Item | undefined,
): readonly Item[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.flatMap((each) => parse(each) ?? []) : [];
  } catch {
    return [];
  }
}
