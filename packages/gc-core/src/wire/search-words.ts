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
