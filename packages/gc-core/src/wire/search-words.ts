import type { ObjectReference } from '../meta/object-reference.ts';

/** The words of a query in lower case; a slash parts words, as between namespace and name. */
export function searchWords(query: string): string[] {
  return query
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}

/** As the command line names an object by its uid. */
const BY_UID = 'uid:';

/** Whether each word occurs in the name, kind or namespace of the object, or begins its uid, as `uid:` alone does. */
export function hasWords(
  { name, kind, namespace, uid }: ObjectReference,
  words: readonly string[],
): boolean {
  const places = [name, kind, namespace].map((place) => place.toLowerCase());
  const id = uid.toLowerCase();
  return words.every((word) =>
    word.startsWith(BY_UID)
      ? id.startsWith(word.slice(BY_UID.length))
      : places.some((place) => place.includes(word)) || id.startsWith(word),
  );
}

/**
 * How well an object that has the words matches: 0 if its name is the last of them, 1 if it begins so, 2 if it contains it,
 * 3 otherwise. The last word is the one being typed, and most often the name.
 */
export function nameRank(
  { name }: Pick<ObjectReference, 'name'>,
  words: readonly string[],
): number {
  const [lower, last = ''] = [name.toLowerCase(), words.at(-1)];
  if (lower === last) return 0;
  const at = lower.indexOf(last);
  return at < 0 ? 3 : Math.min(at, 1) + 1;
}
