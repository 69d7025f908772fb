/** The items in order of their keys, each of which is made once: there may be thousands. */
export function sortedBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string | number,
): Item[] {
  const keyed = Array.from(items, (item) => ({ item, key: keyOf(item) }));
  keyed.sort((a, b) => compare(a.key, b.key));
  return keyed.map(({ item }) => item);
}

/** The order of two values; of texts by their code units, whatever the language. */
export function compare<Value extends string | number | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}
