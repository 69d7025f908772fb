import { hasWords, type ObjectReference, searchWords } from '@gcscope/gc-core/wire';

/** What a search found: the best first, and how many there are in all. */
export interface Found<Named extends ObjectReference> {
  readonly objects: readonly Named[];
  readonly total: number;
}

/**
 * Objects in which every word of the query occurs: in name, kind, namespace, or as the start of the uid.
 * Those whose name begins with or contains the last word come first; among equals the shortest.
 */
export function findObjects<Named extends ObjectReference>(
  objects: Iterable<Named>,
  query: string,
  most: number,
): Found<Named> {
  const words = searchWords(query);
  if (words.length === 0) return { objects: [], total: 0 };
  const found: { object: Named; rank: number }[] = [];
  for (const object of objects) {
    const rank = rankOf(object, words);
    if (rank !== undefined) found.push({ object, rank });
  }
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.object.name.length - b.object.name.length ||
      (a.object.name < b.object.name ? -1 : 1),
  );
  return { objects: found.slice(0, most).map(({ object }) => object), total: found.length };
}

/** 0 is best; `undefined` when a word does not occur. */
function rankOf(object: ObjectReference, words: readonly string[]): number | undefined {
  const name = object.name.toLowerCase();
  if (!hasWords(object, words)) return undefined;
  // The last word is the one being typed, and most often the name.
  const last = words.at(-1) ?? '';
  if (name.startsWith(last)) return 0;
  return name.includes(last) ? 1 : 2;
}
