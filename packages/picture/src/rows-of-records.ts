import {
  type Absence,
  isBlocking,
  markOf,
  type NodeRecord,
  type OwnerReference,
  type PackedKind,
  type Uid,
} from '@gcscope/gc-core/wire';
import { factsOf } from './card-text.ts';
import { EdgeColumns, edgeTraits } from './edge-columns.ts';
import { FURTHER, keepRowsByUid, MARKS, NO_STACKS, type Rows, WAITS, WRONG } from './rows.ts';

const NOBODY: ReadonlyMap<Uid, Absence> = new Map();

/**
 * The records as rows, one per uid; of several records with one uid the last counts. Objects in `absent` are marked so, and
 * shown as they were: the end of its owner does not make a reference of theirs wrong. Objects that the `focus` of the picture, or one of
 * several, waits for have edges to it without a reference; so has the focus to the Namespace that waits for it.
 */
export function rowsOf(
  input: Iterable<NodeRecord>,
  absent: ReadonlyMap<Uid, Absence> = NOBODY,
  focus?: Uid | readonly Uid[],
): Rows {
  const records =
    absent.size === 0
      ? [...input]
      : Array.from(input, (record) => (absent.has(record.uid) ? withoutVerdict(record) : record));
  const byUid = keepOnePerUid(records);
  const size = records.length;
  const uids = records.map(({ uid }) => uid);
  keepRowsByUid(uids, byUid);
  const kinds: PackedKind[] = [];
  const namespaces: string[] = [];
  const kindRows = new Map<string, Map<string, number>>();
  const namespaceRows = new Map<string, number>();
  const kind = new Int32Array(size);
  const namespace = new Int32Array(size);
  const marks = new Uint8Array(size);
  const facts = new Map<number, readonly string[]>();
  for (let row = 0; row < size; row++) {
    const record = records[row] as NodeRecord;
    kind[row] = kindOf(record, kindRows, kinds);
    let place = namespaceRows.get(record.namespace);
    if (place === undefined) {
      place = namespaces.push(record.namespace) - 1;
      namespaceRows.set(record.namespace, place);
    }
    namespace[row] = place;
    const isWrong = (record.summary?.wrong?.length ?? 0) > 0;
    const mark = absent.get(record.uid) ?? markOf(record);
    marks[row] = MARKS.indexOf(mark) + (isWrong ? WRONG : 0);
    const said = factsOf(record, record.summary);
    if (said.length > 0) facts.set(row, said);
  }
  const names = records.map(({ name }) => name);
  const created = records.map(({ creationTimestamp = '' }) => creationTimestamp);
  const waiting = (typeof focus === 'string' ? [focus] : (focus ?? [])).flatMap((uid) => {
    const row = absent.has(uid) ? undefined : byUid.get(uid);
    return row === undefined ? [] : [row, ...waitingFor(records, row)];
  });
  const edges = edgesOfRecords(records, byUid, absent, waiting);
  const what = { uids, names, kinds, kind, namespaces, namespace, created };
  return { ...what, edges, marks, facts, stacks: NO_STACKS };
}

/** The record of an object that waits for nothing any more. */
function withoutVerdict({ summary: _, ...record }: NodeRecord): NodeRecord {
  return { ...record, deletingDependents: false };
}

/** Removes all but the last record of each uid; returns where each stands. */
function keepOnePerUid(records: NodeRecord[]): ReadonlyMap<Uid, number> {
  const rows = new Map<Uid, number>();
  for (const record of records) {
    const known = rows.get(record.uid);
    const row = known ?? rows.size;
    records[row] = record;
    if (known === undefined) rows.set(record.uid, row);
  }
  records.length = rows.size;
  return rows;
}

function kindOf(
  { apiVersion, kind }: NodeRecord,
  rows: Map<string, Map<string, number>>,
  kinds: PackedKind[],
): number {
  const versions = rows.get(kind) ?? new Map<string, number>();
  const known = versions.get(apiVersion);
  if (known !== undefined) return known;
  const row = kinds.push([apiVersion, kind]) - 1;
  rows.set(kind, versions.set(apiVersion, row));
  return row;
}

function edgesOfRecords(
  records: readonly NodeRecord[],
  rows: ReadonlyMap<Uid, number>,
  absent: ReadonlyMap<Uid, Absence>,
  containers: readonly number[],
): Rows['edges'] {
  const waits = new Map(
    containers.flatMap((container) => {
      const isAwaited = awaitedBy(records[container]);
      return isAwaited ? [[records[container]?.name, { container, isAwaited }] as const] : [];
    }),
  );
  let references = waits.size > 0 ? records.length : 0;
  for (const { owners } of records) references += owners.length;
  const columns = new EdgeColumns(records.length, references);
  for (const record of records) {
    const { owners, summary } = record;
    for (let at = 0; at < owners.length; at++) {
      const reference = owners[at] as OwnerReference;
      const isInvalid = summary?.wrong?.some(({ index }) => index === at) === true;
      columns.add(
        rows.get(reference.uid) ?? -1,
        edgeTraits(reference.controller === true, isBlocking(reference), isInvalid),
      );
    }
    const wait = waits.get(record.namespace);
    if (wait?.isAwaited(record) && !absent.has(record.uid))
      columns.add(wait.container, WAITS + FURTHER);
    columns.endRow();
  }
  const waiting = records.flatMap(({ deletingDependents }, row) =>
    deletingDependents ? [row] : [],
  );
  return columns.finish(
    new Set(waiting),
    (row) => absent.get((records[row] as NodeRecord).uid) === 'gone',
  );
}

/** The row of the Namespace among the records that waits for an object, if any. */
function waitingFor(records: readonly NodeRecord[], row: number): readonly number[] {
  const record = records[row];
  if (!record?.beingDeleted || record.namespace === '') return [];
  const at = records.findIndex((each) => awaitedBy(each)?.(record) === true);
  return at < 0 ? [] : [at];
}

/** Selects the objects that a Namespace in deletion waits for (NS-08); `undefined` if none. Other kinds wait along their references. */
function awaitedBy(
  container: NodeRecord | undefined,
): ((record: NodeRecord) => boolean) | undefined {
  if (!container?.beingDeleted) return undefined;
  const { apiVersion, kind, name } = container;
  if (kind !== 'Namespace' || apiVersion !== 'v1') return undefined;
  return ({ namespace, beingDeleted }) => namespace === name && beingDeleted;
}
