import type { NodeRecord, OwnerReference, Uid } from '@gcscope/gc-core/wire';

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
  const { records, uids, slots } = index(input);
  const size = records.length;
  const parents = new Int32Array(size).fill(-1);
  const loose = new Uint8Array(size);
  for (let slot = 0; slot < size; slot++) {
    const record = records[slot] as NodeRecord;
    if (record.owners.length === 0) continue;
    const owner = primaryOwnerSlot(record, slot, records, slots);
    if (owner < 0) continue;
    if (former && staysLoose(record.uid, uids[owner], former, slots)) loose[slot] = 1;
    else parents[slot] = owner;
  }
  breakCycles(parents, loose, uids);
  cutDeepTrees(parents, loose);
  return {
    records,
    uids,
    slots,
    parents,
    loose,
    children: childrenOf(parents, records),
    roots: rootsOf(parents, records),
  };
}

function childrenOf(
  parents: Int32Array,
  records: readonly NodeRecord[],
): readonly (readonly number[] | undefined)[] {
  const size = parents.length;
  const counts = new Int32Array(size);
  for (let slot = 0; slot < size; slot++) {
    const parent = parents[slot] as number;
    if (parent >= 0) counts[parent] = (counts[parent] as number) + 1;
  }
  const children: (number[] | undefined)[] = new Array(size);
  // Backwards, so that the count left is the place of the next one. Lists that grow would take several times the room.
  for (let slot = size - 1; slot >= 0; slot--) {
    const parent = parents[slot] as number;
    if (parent < 0) continue;
    const count = counts[parent] as number;
    const siblings = children[parent] ?? new Array<number>(count);
    children[parent] = siblings;
    siblings[count - 1] = slot;
    counts[parent] = count - 1;
  }
  for (let slot = 0; slot < size; slot++) {
    const siblings = children[slot];
    if (siblings) sortForReading(siblings, records);
  }
  return children;
}

function rootsOf(
  parents: Int32Array,
  records: readonly NodeRecord[],
): ReadonlyMap<string, readonly number[]> {
  const roots = new Map<string, number[]>();
  for (let slot = 0; slot < parents.length; slot++) {
    if ((parents[slot] as number) >= 0) continue;
    const { namespace } = records[slot] as NodeRecord;
    const list = roots.get(namespace);
    if (list) list.push(slot);
    else roots.set(namespace, [slot]);
  }
  for (const list of roots.values()) sortForReading(list, records);
  const names = [...roots.keys()].sort();
  return new Map(names.map((name) => [name, roots.get(name) ?? []]));
}

/** By kind, name and uid. Lists nearly always come in that order, and to see it costs less than to sort. */
function sortForReading(slots: number[], records: readonly NodeRecord[]): void {
  const inOrder = (a: number, b: number): number =>
    compare(records[a] as NodeRecord, records[b] as NodeRecord);
  for (let at = 1; at < slots.length; at++) {
    if (inOrder(slots[at - 1] as number, slots[at] as number) < 0) continue;
    slots.sort(inOrder);
    return;
  }
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

function index(input: Iterable<NodeRecord>): Pick<Forest, 'records' | 'uids' | 'slots'> {
  const records = [...input];
  const uids: Uid[] = new Array(records.length);
  const slots = new Map<Uid, number>();
  let size = 0;
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as NodeRecord;
    const { uid } = record;
    const known = slots.get(uid);
    records[known ?? size] = record;
    if (known !== undefined) continue;
    slots.set(uid, size);
    uids[size++] = uid;
  }
  records.length = size;
  uids.length = size;
  return { records, uids, slots };
}

/** The controller, else the first owner, among those present in the record's own namespace. */
function primaryOwnerSlot(
  record: NodeRecord,
  slot: number,
  records: readonly NodeRecord[],
  slots: ReadonlyMap<Uid, number>,
): number {
  const { owners } = record;
  let first = -1;
  for (let at = 0; at < owners.length; at++) {
    const reference = owners[at] as OwnerReference;
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
function breakCycles(parents: Int32Array, loose: Uint8Array, uids: readonly Uid[]): void {
  // The walk that first came through a node: it meets itself again only on a cycle.
  const walks = new Int32Array(parents.length).fill(-1);
  for (let walk = 0; walk < parents.length; walk++) {
    let at = walk;
    while (at >= 0 && walks[at] === -1) {
      walks[at] = walk;
      at = parents[at] ?? -1;
    }
    if (at < 0 || walks[at] !== walk) continue;
    const root = smallestOnCycle(at, parents, uids);
    parents[root] = -1;
    loose[root] = 1;
  }
}

function smallestOnCycle(start: number, parents: Int32Array, uids: readonly Uid[]): number {
  let smallest = start;
  for (let at = parents[start] ?? start; at !== start; at = parents[at] ?? start) {
    if ((uids[at] as Uid) < (uids[smallest] as Uid)) smallest = at;
  }
  return smallest;
}

function compare(a: NodeRecord, b: NodeRecord): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.uid < b.uid ? -1 : 1;
}
