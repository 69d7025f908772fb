import type { NodeRecord } from '@gcscope/gc-core/wire';
import { type Counts, type GraphStore, kindKey } from './graph-store.ts';
import { compareNames } from './natural-order.ts';

/** The counts are the same object until the next change. */
const known = new WeakMap<Counts, readonly NodeRecord[]>();

/** The Namespaces in which gcscope sees no object, by name: a map has no place for them but their own cards. */
export function emptyNamespaces({
  counts,
  records,
}: Pick<GraphStore, 'counts' | 'records'>): readonly NodeRecord[] {
  const before = known.get(counts);
  if (before) return before;
  const empty = [...records.values()]
    .filter((record) => kindKey(record) === 'Namespace' && !record.virtual)
    .filter(({ name }) => !counts.namespaces.has(name))
    .sort((a, b) => compareNames(a.name, b.name));
  known.set(counts, empty);
  return empty;
}
