import type { ObjectReference } from '../meta/object-reference.ts';

/** The words of a query in lower case; a slash parts words, as between namespace and name. */
export function searchWords(query: string): string[] {
  return query
    .toLowerCase()
    .split(/[\s/]+/)
    .filter((word) => word !== '');
}

/** Whether each word occurs in the name, kind or namespace of the object, or begins its uid. */
export function hasWords(
  { name, kind, namespace, uid }: ObjectReference,
  words: readonly string[],
): boolean {
  const places = [name, kind, namespace].map((place) => place.toLowerCase());
  return words.every(
    (word) => places.some((place) => place.includes(word)) || uid.toLowerCase().startsWith(word),
  );
}
