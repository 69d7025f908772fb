import { type ReactNode, useState } from 'react';
import { ListMore } from './ListMore.tsx';

/** The first items of a list, and what stands below them: how many there are, and a button that shows `page` more. */
export function useShortened<Item>(
  items: readonly Item[],
  what: string,
  page: number,
  first: number = page,
): readonly [shown: readonly Item[], more: ReactNode] {
  const [most, setMost] = useState(first);
  const more = (
    <ListMore
      listed={most}
      total={items.length}
      what={what}
      page={page}
      onMore={() => setMost(most + page)}
    />
  );
  return [items.slice(0, most), more];
}
