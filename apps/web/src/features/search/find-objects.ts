import type { NodeRecord } from '@gcscope/gc-core/wire';

/** What a search found: the best first, and how many there are in all. */
export interface Found {
  readonly records: readonly NodeRecord[];
  readonly total: number;
}

/**
 * Objects in which every word of the query occurs: in name, kind, namespace, or as the start of the uid.
 * Those whose name begins with or contains the last word come first; among equals the shortest.
 */
export function findObjects(records: Iterable<NodeRecord>, query: string, most: number): Found {
  const words = query
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { records: [], total: 0 };
  const found: { record: NodeRecord; rank: number }[] = [];
  for (const record of records) {
    const rank = rankOf(record, words);
    if (rank !== undefined) found.push({ record, rank });
  }
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.record.name.length - b.record.name.length ||
      (a.record.name < b.record.name ? -1 : 1),
  );
  return { records: found.slice(0, most).map(({ record }) => record), total: found.length };
}

/** 0 is best; `undefined` when a word does not occur. */
function rankOf(record: NodeRecord, words: readonly string[]): number | undefined {
  const name = record.name.toLowerCase();
  const places = [name, record.kind.toLowerCase(), record.namespace.toLowerCase()];
  const occurs = (word: string): boolean =>
    places.some((place) => place.includes(word)) || record.uid.startsWith(word);
  if (!words.every(occurs)) return undefined;
  // The last word is the one being typed, and most often the name.
  const last = words.at(-1) ?? '';
  if (name.startsWith(last)) return 0;
  return name.includes(last) ? 1 : 2;
}
