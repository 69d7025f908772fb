import { compare, type NodeRecord } from '@gcscope/gc-core/wire';
import type { SortColumn, SortOrder } from '../../address/view-search.ts';
import { rankOf } from '../../data/graph-store.ts';
import { compareNames, compareObjects } from '../../data/natural-order.ts';

type Compare = (a: NodeRecord, b: NodeRecord) => number;

const COLUMNS: Readonly<Record<SortColumn, Compare>> = {
  name: (a, b) => compareNames(a.name, b.name) || compare(a.kind, b.kind),
  state: (a, b) => rankOf(a) - rankOf(b),
  namespace: (a, b) => compareNames(a.namespace, b.namespace),
  owner: (a, b) => compareNames(ownerName(a), ownerName(b)),
  // The youngest first, as ages grow.
  age: (a, b) => compare(b.creationTimestamp ?? '', a.creationTimestamp ?? ''),
};

/** Records with nothing in the column come last in both orders. */
const HAS: Partial<Readonly<Record<SortColumn, (record: NodeRecord) => boolean>>> = {
  owner: ({ owners }) => owners.length > 0,
  age: ({ creationTimestamp }) => creationTimestamp !== undefined,
};

/** The owner that the list names: the controller, else the first. */
export function listedOwner({ owners }: NodeRecord): NodeRecord['owners'][number] | undefined {
  return owners.find((each) => each.controller) ?? owners[0];
}

/** The records in this order, without one those with problems first; the array is new. */
export function sortRecords(
  records: readonly NodeRecord[],
  order: SortOrder | undefined,
): readonly NodeRecord[] {
  if (order === undefined) return [...records].sort(byProblem);
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as SortColumn;
  const by = COLUMNS[column];
  const has = HAS[column] ?? (() => true);
  return [...records].sort(
    (a, b) => Number(has(b)) - Number(has(a)) || (isDown ? by(b, a) : by(a, b)) || byProblem(a, b),
  );
}

function byProblem(a: NodeRecord, b: NodeRecord): number {
  return rankOf(a) - rankOf(b) || compareObjects(a, b);
}

function ownerName(record: NodeRecord): string {
  const owner = listedOwner(record);
  return owner ? `${owner.kind} ${owner.name}` : '';
}
