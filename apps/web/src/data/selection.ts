import {
  type Absence,
  type Aftermath,
  MOST_IN_ONE_PART,
  type NodeRecord,
  type OwnerReference,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import { neighbourhood, type Rows } from '@gcscope/picture';
import {
  countedStates,
  type GraphStore,
  kindKey,
  type ObjectState,
  rankOf,
} from './graph-store.ts';
import { type Tally, tallyOf, tallyOfGraph } from './tally.ts';

/** The filters of a view; an empty list filters nothing. */
export interface ViewFilter {
  /** Namespaces; cluster-scoped objects under the empty name. */
  readonly namespaces: readonly string[];
  /** By `kindKey`. */
  readonly kinds: readonly string[];
  readonly states: readonly ObjectState[];
  readonly finalizers: readonly string[];
  /** Requirements of a label selector: all of them must hold. The server knows which objects they select. */
  readonly labels: readonly string[];
}

/** The filter that shows everything. */
export const NO_FILTER: ViewFilter = {
  namespaces: [],
  kinds: [],
  states: [],
  finalizers: [],
  labels: [],
};

/** The names of all filters. */
export const FILTERS: readonly (keyof ViewFilter)[] = [
  'states',
  'namespaces',
  'kinds',
  'finalizers',
  'labels',
];

/** Whether the filter hides anything. */
export function isFiltering(filter: ViewFilter): boolean {
  return FILTERS.some((name) => filter[name].length > 0);
}

/** The list with the value added, or removed if it has it. */
export function toggled<Value>(values: readonly Value[], value: Value): readonly Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}

/** The objects that a view shows. */
export interface Selection {
  /** The matches, and their owners. */
  readonly records: readonly NodeRecord[];
  /** The records as a map draws them, where they are known. */
  readonly rows?: Rows;
  /** Owners that do not match themselves: drawn pale, so that no edge ends in nothing. */
  readonly context: ReadonlySet<Uid>;
  /** Objects that are not there for all, and keep their place. */
  readonly absent?: ReadonlyMap<Uid, Absence>;
  /** Times at which absent objects went, where known. */
  readonly goneAt?: ReadonlyMap<Uid, Timestamp>;
  /** Objects as the API server has them, where the collector has yet to see this; shown instead of the graph's records. */
  readonly ahead?: ReadonlyMap<Uid, NodeRecord>;
  /** Gone objects keep their edges, too: they are shown as they were. */
  readonly isPast?: boolean;
  /** Objects to lay out instead of `records`, which are among them: they keep their place whatever becomes of their owners. */
  readonly places?: readonly NodeRecord[];
  /** The object that the view is about, or Namespaces in deletion among many: lines lead to the objects that each waits for. */
  readonly focus?: Uid | readonly Uid[];
  /** Lines lead to what each Namespace in deletion waits for, but nothing moves for them. */
  readonly hasWaitsAside?: boolean;
  /** The states that the filter asks for: of several problems of an object, these count first. */
  readonly states?: readonly ObjectState[];
  /** The number of matches. */
  readonly matches: Tally;
  /** The size of the graph. */
  readonly total: Tally;
}

/** The tally of what a view shows: the matches and their owners. */
export function shownBy(selection: Selection): Tally {
  return selection.context.size === 0 ? selection.matches : tallyOf(selection.records);
}

/** An object as a view shows it, wherever it shows it. */
export function shownRecord(
  { ahead }: Pick<Selection, 'ahead'>,
  { records }: Pick<GraphStore, 'records'>,
  uid: Uid,
): NodeRecord | undefined {
  return ahead?.get(uid) ?? records.get(uid);
}

/** Words on an object that `isUnseen`. */
export const UNSEEN = 'not seen by the collector yet';

/** Whether the collector has yet to see the object, or that it is being deleted. */
export function isUnseen(
  { ahead, absent }: Pick<Selection, 'ahead' | 'absent'>,
  { records }: Pick<GraphStore, 'records'>,
  uid: Uid,
): boolean {
  if (!ahead?.has(uid) || absent?.has(uid)) return false;
  return records.get(uid)?.deletionTimestamp === undefined;
}

/** Selects the objects that a view shows; called again after each change of the graph. */
export type Selector = (store: GraphStore) => Selection;

const NOBODY: ReadonlySet<Uid> = new Set();

/** Whether the record passes the filter but for its labels: one of each list that is not empty. */
export function matchesFilter(record: NodeRecord, filter: Omit<ViewFilter, 'labels'>): boolean {
  const { namespaces, kinds, states, finalizers } = filter;
  if (namespaces.length > 0 && !namespaces.includes(record.namespace)) return false;
  if (kinds.length > 0 && !kinds.includes(kindKey(record))) return false;
  if (finalizers.length > 0 && !finalizers.some((name) => record.finalizers.includes(name))) {
    return false;
  }
  return states.length === 0 || countedStates(record).some((state) => states.includes(state));
}

/**
 * Selects the objects that pass the filter, with the owners above them unless the filter excludes their kind. `labelled`: the objects
 * with the labels of the filter, if it names any.
 */
export function filtered(filter: ViewFilter, labelled?: ReadonlySet<Uid>): Selector {
  return (store) => {
    if (!isFiltering(filter)) {
      return whole(store);
    }
    const all = store.records;
    const total = tallyOfGraph(store);
    const shown = new Map<Uid, NodeRecord>();
    for (const record of all.values()) {
      if (labelled && !labelled.has(record.uid)) continue;
      if (matchesFilter(record, filter)) shown.set(record.uid, record);
    }
    const matches = tallyOf([...shown.values()]);
    const context = addOwners(shown, all, filter.kinds);
    const records = [...shown.values()];
    const focus = records.filter(isEndingNamespace).map(({ uid }) => uid);
    const { states } = filter;
    return { records, context, focus, states, matches, total };
  };
}

function isEndingNamespace(record: NodeRecord): boolean {
  return record.beingDeleted && isNamespace(record);
}

/** Selects everything; a graph that came as columns makes no record before somebody asks. */
function whole(store: GraphStore): Selection {
  const total = tallyOfGraph(store);
  let records: readonly NodeRecord[] | undefined;
  return {
    get records() {
      records ??= [...store.records.values()];
      return records;
    },
    ...(store.rows && { rows: store.rows }),
    // A larger graph comes as an outline first. That has no names, so no such lines; they must not move its layout later.
    ...(store.size <= MOST_IN_ONE_PART
      ? { focus: [...store.records.values()].filter(isEndingNamespace).map(({ uid }) => uid) }
      : { hasWaitsAside: !store.isOutline }),
    context: NOBODY,
    matches: total,
    total,
  };
}

/** Selects everything, with objects that are `absent`. `isPast`: they are shown as they were. `focus`: what the view is about. `context`: owners that do not count. */
export function wholeGraph(
  absent: ReadonlyMap<Uid, Absence> = new Map(),
  isPast: boolean = false,
  focus?: Uid,
  context: ReadonlySet<Uid> = NOBODY,
): Selector {
  return (store) => {
    const total = tallyOfGraph(store);
    const records = [...store.records.values()];
    const about = focus === undefined ? {} : { focus };
    const matches =
      context.size === 0 ? total : tallyOf(records.filter(({ uid }) => !context.has(uid)));
    return { records, context, absent, isPast, ...about, matches, total };
  };
}

/** The objects that are drawn without edges: those that are gone, unless the past is shown. */
export function withoutEdges({
  absent = new Map(),
  isPast = false,
}: Pick<Selection, 'absent' | 'isPast'>): ReadonlySet<Uid> {
  if (isPast) return NOBODY;
  return new Set([...absent].flatMap(([uid, why]) => (why === 'gone' ? [uid] : [])));
}

/**
 * Selects one object with `depth` levels of owners and dependents; of a Namespace also its content, and of an object in
 * deletion also its Namespace, if that is being deleted and so waits for the object.
 */
export function around(uid: Uid, depth: number): Selector {
  return (store) => {
    const near = neighbourhood(store.records, uid, depth, (owner) => store.dependentsOf(owner));
    const waiting = waitingNamespace(store, uid);
    const records = [...new Set([...near, ...inNamespace(store, uid), ...waiting])];
    const matches = tallyOf(records);
    return { records, context: NOBODY, focus: uid, matches, total: tallyOfGraph(store) };
  };
}

/** Whether the record is a Namespace that is there and not being deleted. */
export function isLivingNamespace(record: NodeRecord): boolean {
  return isNamespace(record) && !record.beingDeleted && !record.virtual;
}

export function isNamespace({ apiVersion, kind }: NodeRecord): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

/** The worst object in a Namespace that is not being deleted; `undefined` for anything else. */
export function worstIn(store: GraphStore, uid: Uid): Uid | undefined {
  const container = store.records.get(uid);
  if (!container || !isLivingNamespace(container)) return undefined;
  let worst: NodeRecord | undefined;
  for (const record of inNamespace(store, uid)) {
    if (!worst || rankOf(record) < rankOf(worst)) worst = record;
  }
  return worst?.uid;
}

function* inNamespace(store: GraphStore, uid: Uid): Generator<NodeRecord> {
  const container = store.records.get(uid);
  if (!container || !isNamespace(container)) return;
  for (const record of store.records.values()) {
    if (record.namespace === container.name) yield record;
  }
}

/** The Namespace in deletion, if any, that waits for this object in deletion. */
function waitingNamespace(store: GraphStore, uid: Uid): readonly NodeRecord[] {
  const record = store.records.get(uid);
  if (!record?.beingDeleted || record.namespace === '') return [];
  for (const other of store.records.values()) {
    if (other.name === record.namespace && isEndingNamespace(other)) return [other];
  }
  return [];
}

/** Shows what was around an object that is gone: objects that have lost their reference to it keep their place below it. */
export function asItWas({ records, gone, removedReferences, entries }: Aftermath): Selector {
  const known = new Map(records.map((record) => [record.uid, record]));
  const places = records.map((record) => {
    const lost = removedReferences
      .filter(({ uid }) => uid === record.uid)
      .flatMap(({ owner }) => known.get(owner) ?? []);
    return { ...record, owners: [...record.owners, ...lost.map(referenceTo)] };
  });
  const absent = new Map(gone.map((uid) => [uid, 'gone'] as const));
  const goneAt = new Map(
    entries.flatMap(({ type, object, at }) =>
      type === 'gone' && object ? [[object.uid, at]] : [],
    ),
  );
  const tally = tallyOf(records);
  // These references are invalid only because the owner is gone.
  const shown = records.map((record) => {
    const { summary: _, ...rest } = record;
    return absent.has(record.uid) ? { ...rest, deletingDependents: false } : record;
  });
  const selection = { records: shown, context: NOBODY, absent, goneAt, isPast: true, places };
  return () => ({ ...selection, matches: tally, total: tally });
}

function referenceTo({ apiVersion, kind, name, uid }: NodeRecord): OwnerReference {
  return { apiVersion, kind, name, uid };
}

/** Adds the owners above, of these kinds if any are named; returns the added ones. */
function addOwners(
  shown: Map<Uid, NodeRecord>,
  all: ReadonlyMap<Uid, NodeRecord>,
  kinds: readonly string[],
): ReadonlySet<Uid> {
  const added = new Set<Uid>();
  // Iterating a Map also visits entries added meanwhile, so the loop reaches the topmost owner.
  for (const record of shown.values()) {
    for (const { uid } of record.owners) {
      const owner = all.get(uid);
      if (!owner || shown.has(uid)) continue;
      if (kinds.length > 0 && !kinds.includes(kindKey(owner))) continue;
      shown.set(uid, owner);
      added.add(uid);
    }
  }
  return added;
}
