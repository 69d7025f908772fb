import { type ReactNode, useState } from 'react';
import { ListMore } from './ListMore.tsx';
import { listedFirst } from './listed-first.ts';

/** The first items of a list, and what stands below them: how many there are, and a button that shows `page` more. */
export function useShortened<Item>(
  items: readonly Item[],
  what: string,
  page: number,
  first: number = page,
): readonly [shown: readonly Item[], more: ReactNode] {
  const [most, setMost] = useState(first);
  const listed = listedFirst(items.length, most);
  const more = (
    <ListMore
      listed={listed}
      total={items.length}
      what={what}
      page={page}
      onMore={() => setMost(listed + page)}
    />
  );
  return [items.slice(0, listed), more];
}
