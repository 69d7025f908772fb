import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';

/** Owner uid → its dependents, in the order of the records; also of owners that have no record. */
export type DependentsIndex = ReadonlyMap<Uid, readonly NodeRecord[]>;

/** Builds the index once for many questions. Linear. */
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
 * other dependents stay out. Give `dependents` to ask more than once.
 */
export function neighbourhood(
  records: ReadonlyMap<Uid, NodeRecord>,
  uid: Uid,
  depth: number,
  dependents: DependentsIndex = indexDependents(records.values()),
): NodeRecord[] {
  const start = records.get(uid);
  if (!start) return [];
  const found = new Set([start]);
  const ownersOf = (record: NodeRecord): readonly NodeRecord[] =>
    record.owners.flatMap((reference) => records.get(reference.uid) ?? []);
  for (const reached of reach(start, depth, ownersOf)) found.add(reached);
  const dependentsOf = (record: NodeRecord): readonly NodeRecord[] =>
    dependents.get(record.uid) ?? [];
  for (const reached of reach(start, depth, dependentsOf)) found.add(reached);
  return [...found];
}

function reach(
  start: NodeRecord,
  depth: number,
  next: (record: NodeRecord) => readonly NodeRecord[],
): Set<NodeRecord> {
  const seen = new Set([start]);
  let border = [start];
  for (let level = 0; level < depth && border.length > 0; level++) {
    const beyond: NodeRecord[] = [];
    for (const record of border) {
      for (const each of next(record)) {
        if (seen.has(each)) continue;
        seen.add(each);
        beyond.push(each);
      }
    }
    border = beyond;
  }
  return seen;
}
