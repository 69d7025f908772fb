/** Does something with each item, and pauses after every so many. */
export function* inSlices<Item>(
  many: number,
  items: Iterable<Item>,
  work: (item: Item) => void,
): Generator<void> {
  let count = 0;
  for (const item of items) {
    work(item);
    if (++count % many === 0) yield;
  }
}
