import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';

/** Owner uid → its dependents, in the order of the records; also of owners that have no record. */
export type DependentsIndex = ReadonlyMap<Uid, readonly NodeRecord[]>;

/** Builds the index for records that have none yet. Linear. */
export function indexDependents(records: Iterable<NodeRecord>): DependentsIndex {
  const index = new Map<Uid, NodeRecord[]>();
  for (const record of records) {
    for (const owner of new Set(record.owners.map((reference) => reference.uid))) {
      const dependents = index.get(owner);
      if (dependents) dependents.push(record);
      else index.set(owner, [record]);
    }
  }
  return index;
}

/**
 * The object, its owners upwards and its dependents downwards, `depth` levels each way; nearest
 * first, the object itself at the head. Empty when there is no such object. Siblings and an owner's
 * other dependents stay out; so do uids that `dependentsOf` names and `records` do not know. Cost: the reached objects.
 */
export function neighbourhood(
  records: { get(uid: Uid): NodeRecord | undefined },
  uid: Uid,
  depth: number,
  dependentsOf: (owner: Uid) => Iterable<Uid>,
): NodeRecord[] {
  const start = records.get(uid);
  if (!start) return [];
  const known = (uids: Iterable<Uid>): NodeRecord[] =>
    [...uids].flatMap((each) => records.get(each) ?? []);
  const above = reach([start], depth, ({ owners }) => known(owners.map((owner) => owner.uid)));
  const below = reach([start], depth, (record) => known(dependentsOf(record.uid)));
  return [...new Set([...above, ...below])];
}

/** The records that `next` leads to from these, `depth` levels far; nearest first, these themselves at the head. */
export function reach(
  start: readonly NodeRecord[],
  depth: number,
  next: (record: NodeRecord) => readonly NodeRecord[],
): Set<NodeRecord> {
  const seen = new Set(start);
  let border: readonly NodeRecord[] = start;
  for (let level = 0; level < depth && border.length > 0; level++) {
    const beyond: NodeRecord[] = [];
    for (const each of border.flatMap(next)) {
      if (seen.has(each)) continue;
      seen.add(each);
      beyond.push(each);
    }
    border = beyond;
  }
  return seen;
}
