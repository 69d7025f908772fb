import type { Records } from '@gcscope/gc-core';
import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { indexDependents } from '@gcscope/picture';

/** Which part of the graph is meant. */
export interface Selection {
  readonly uids: readonly Uid[];
  /** Levels; without one there is no limit. */
  readonly depth?: number;
  /** Owners only, dependents only; neither means both. */
  readonly up?: boolean;
  readonly down?: boolean;
}

/**
 * The records that can be reached from the objects. Without direction and depth: everything connected with them, as the
 * collector's debug endpoint selects it (DU-01). Else their owners upwards and their dependents downwards.
 */
export function selectRecords(
  records: Records,
  { uids, depth = Number.POSITIVE_INFINITY, up = false, down = false }: Selection,
): NodeRecord[] {
  const dependents = indexDependents(records.values());
  const above = (record: NodeRecord): NodeRecord[] =>
    record.owners.flatMap((owner) => records.get(owner.uid) ?? []);
  const below = (record: NodeRecord): readonly NodeRecord[] => dependents.get(record.uid) ?? [];
  const start = uids.flatMap((uid) => records.get(uid) ?? []);
  if (!up && !down && depth === Number.POSITIVE_INFINITY) {
    return [...reach(start, depth, (record) => [...above(record), ...below(record)])];
  }
  const found = new Set(start);
  if (up || !down) for (const each of reach(start, depth, above)) found.add(each);
  if (down || !up) for (const each of reach(start, depth, below)) found.add(each);
  return [...found];
}

function reach(
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
