import type { Layout } from '@gcscope/picture';

const known = new WeakMap<Layout, ReadonlyMap<number, number>>();

/** Number of objects under each slot, if any. Counted once per layout: a frame has no time to look at all objects. */
export function ownersOf(layout: Layout): ReadonlyMap<number, number> {
  const made = known.get(layout);
  if (made) return made;
  const counts = new Map<number, number>();
  for (const owner of layout.parents) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  known.set(layout, counts);
  return counts;
}
