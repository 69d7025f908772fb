import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';

/**
 * The records as a forest by primary owner, index = dense slot.
 * Trees never leave their namespace: a reference across namespaces is an edge, not a place.
 */
export interface Forest {
  readonly records: readonly NodeRecord[];
  readonly uids: readonly Uid[];
  readonly slots: ReadonlyMap<Uid, number>;
  /** Slot of the owner a node hangs under, or -1. Free of cycles. */
  readonly parents: Int32Array;
  /** 1 for a root that has an owner it could hang under: where a cycle was cut, or its former owner went. */
  readonly loose: Uint8Array;
  /** Slots in reading order (kind, name, uid); absent for a leaf. */
  readonly children: readonly (readonly number[] | undefined)[];
  /** Roots by namespace, in reading order; namespaces in name order, cluster-scoped (`''`) first. */
  readonly roots: ReadonlyMap<string, readonly number[]>;
}

/** What a forest needs to know of the one before it. */
export type FormerForest = Pick<Forest, 'uids' | 'slots' | 'parents' | 'loose'>;

/**
 * Builds the forest; the same set of records gives the same forest in whatever order they come.
 * After a `former` one, an object whose owner went does not move under another one it had already.
 */
export function buildForest(input: Iterable<NodeRecord>, former?: FormerForest): Forest {
  const { records, slots } = index(input);
  const parents = new Int32Array(records.length).fill(-1);
  const loose = new Uint8Array(records.length);
  records.forEach((record, slot) => {
    const owner = primaryOwnerSlot(record, slot, records, slots);
    if (owner < 0) return;
    if (former && staysLoose(record.uid, records[owner]?.uid, former, slots)) loose[slot] = 1;
    else parents[slot] = owner;
  });
  breakCycles(parents, loose, records);
  cutDeepTrees(parents, loose);

  const children: (number[] | undefined)[] = new Array(records.length);
  const roots = new Map<string, number[]>();
  records.forEach((record, slot) => {
    const parent = parents[slot] ?? -1;
    if (parent >= 0) {
      const siblings = children[parent];
      if (siblings) siblings.push(slot);
      else children[parent] = [slot];
      return;
    }
    const list = roots.get(record.namespace);
    if (list) list.push(slot);
    else roots.set(record.namespace, [slot]);
  });
  const inReadingOrder = (a: number, b: number): number =>
    compare(records[a] as NodeRecord, records[b] as NodeRecord);
  for (const list of children) if (list && list.length > 1) list.sort(inReadingOrder);
  for (const list of roots.values()) list.sort(inReadingOrder);

  const names = [...roots.keys()].sort();
  return {
    records,
    uids: records.map((record) => record.uid),
    slots,
    parents,
    loose,
    children,
    roots: new Map(names.map((name) => [name, roots.get(name) ?? []])),
  };
}

/** Nobody reads a picture deeper than this, and the tidy tree takes the square of the depth. */
const MAX_DEPTH = 500;

/** Makes every node that would stand `MAX_DEPTH` below its root the root of a tree of its own. */
function cutDeepTrees(parents: Int32Array, loose: Uint8Array): void {
  const depths = new Int32Array(parents.length).fill(-1);
  const path: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    for (; at >= 0 && depths[at] === -1; at = parents[at] ?? -1) path.push(at);
    let depth = depths[at] ?? -1;
    for (let node = path.pop(); node !== undefined; node = path.pop()) {
      depth++;
      if (depth === MAX_DEPTH) {
        parents[node] = -1;
        loose[node] = 1;
        depth = 0;
      }
      depths[node] = depth;
    }
  }
}

function index(input: Iterable<NodeRecord>): { records: NodeRecord[]; slots: Map<Uid, number> } {
  const records: NodeRecord[] = [];
  const slots = new Map<Uid, number>();
  for (const record of input) {
    const known = slots.get(record.uid);
    if (known === undefined) {
      slots.set(record.uid, records.length);
      records.push(record);
    } else {
      records[known] = record;
    }
  }
  return { records, slots };
}

/** The controller, else the first owner, among those present in the record's own namespace. */
function primaryOwnerSlot(
  record: NodeRecord,
  slot: number,
  records: readonly NodeRecord[],
  slots: ReadonlyMap<Uid, number>,
): number {
  let first = -1;
  for (const reference of record.owners) {
    const owner = slots.get(reference.uid);
    if (owner === undefined || owner === slot) continue;
    if (records[owner]?.namespace !== record.namespace) continue;
    if (reference.controller === true) return owner;
    if (first < 0) first = owner;
  }
  return first;
}

function staysLoose(
  uid: Uid,
  owner: Uid | undefined,
  former: FormerForest,
  slots: ReadonlyMap<Uid, number>,
): boolean {
  const before = former.slots.get(uid);
  if (before === undefined || owner === undefined || !former.slots.has(owner)) return false;
  if (former.loose[before] === 1) return true;
  const formerOwner = former.uids[former.parents[before] ?? -1];
  return formerOwner !== undefined && !slots.has(formerOwner);
}

/** Makes the member with the smallest uid the root of each cycle. */
function breakCycles(parents: Int32Array, loose: Uint8Array, records: readonly NodeRecord[]): void {
  // The walk that first came through a node: it meets itself again only on a cycle.
  const walks = new Int32Array(parents.length).fill(-1);
  for (let walk = 0; walk < parents.length; walk++) {
    let at = walk;
    while (at >= 0 && walks[at] === -1) {
      walks[at] = walk;
      at = parents[at] ?? -1;
    }
    if (at < 0 || walks[at] !== walk) continue;
    const root = smallestOnCycle(at, parents, records);
    parents[root] = -1;
    loose[root] = 1;
  }
}

function smallestOnCycle(
  start: number,
  parents: Int32Array,
  records: readonly NodeRecord[],
): number {
  let smallest = start;
  for (let at = parents[start] ?? start; at !== start; at = parents[at] ?? start) {
    if (uidAt(records, at) < uidAt(records, smallest)) smallest = at;
  }
  return smallest;
}

function uidAt(records: readonly NodeRecord[], slot: number): Uid {
  return records[slot]?.uid ?? '';
}

function compare(a: NodeRecord, b: NodeRecord): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
}
