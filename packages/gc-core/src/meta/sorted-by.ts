/** The items in order of their keys, each of which is made once: there may be thousands. */
export function sortedBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | number,
): Item[] {
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}
