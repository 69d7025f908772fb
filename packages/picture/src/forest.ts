import type { PackedKind, Uid } from '@gcscope/gc-core/wire';
import { CONTROLLER, type Rows, rowsByUid } from './rows.ts';

/**
 * Rows as a forest by primary owner; the slot of an object is its row.
 * Trees never leave their namespace: a reference across namespaces is an edge, not a place.
 */
export interface Forest {
  readonly rows: Rows;
  readonly uids: readonly Uid[];
  /** Slot of the owner a node hangs under, or -1. Free of cycles. */
  readonly parents: Int32Array;
  /** 1 for a root that has an owner it could hang under: where a cycle was cut, or its former owner went. */
  readonly loose: Uint8Array;
  /** Slots in reading order (kind, name, uid); absent for a leaf. */
  readonly children: readonly (readonly number[] | undefined)[];
  /** Roots by namespace, in reading order; namespaces in name order, cluster-scoped (`''`) first. */
  readonly roots: ReadonlyMap<string, readonly number[]>;
}

/** The parts of a forest that the next one is built from. */
export type FormerForest = Pick<Forest, 'uids' | 'parents' | 'loose'>;

/**
 * Builds the forest; the same set of objects gives the same forest in whatever order they come.
 * After a `former` one, an object whose owner went does not move under another one it had already.
 */
export function buildForest(rows: Rows, former?: FormerForest): Forest {
  const { uids } = rows;
  const size = uids.length;
  const parents = primaryOwners(rows);
  const loose = new Uint8Array(size);
  if (former) keepLoose(parents, loose, uids, former);
  breakCycles(parents, loose, rows);
  cutDeepTrees(parents, loose);
  return {
    rows,
    uids,
    parents,
    loose,
    children: childrenOf(parents, rows),
    roots: rootsOf(parents, rows),
  };
}

function childrenOf(parents: Int32Array, rows: Rows): readonly (readonly number[] | undefined)[] {
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
    if (siblings) sortForReading(siblings, rows);
  }
  return children;
}

function rootsOf(parents: Int32Array, rows: Rows): ReadonlyMap<string, readonly number[]> {
  const { namespaces, namespace } = rows;
  const size = parents.length;
  const lists: (number[] | undefined)[] = new Array(namespaces.length);
  for (let slot = 0; slot < size; slot++) {
    if ((parents[slot] as number) >= 0) continue;
    const place = namespace[slot] as number;
    const list = lists[place];
    if (list) list.push(slot);
    else lists[place] = [slot];
  }
  const roots = new Map<string, readonly number[]>();
  const places = namespaces.map((_, place) => place);
  places.sort((a, b) => ((namespaces[a] as string) < (namespaces[b] as string) ? -1 : 1));
  for (const place of places) {
    const list = lists[place];
    if (!list) continue;
    sortForReading(list, rows);
    roots.set(namespaces[place] as string, list);
  }
  return roots;
}

/** Sorts by kind, name and uid. Lists nearly always come in that order, and to check it costs less than to sort. */
function sortForReading(slots: number[], rows: Rows): void {
  for (let at = 1; at < slots.length; at++) {
    const slot = slots[at] as number;
    if (compare(slots[at - 1] as number, slot, rows) < 0) continue;
    if (slots.length > FEW) {
      slots.sort((a, b) => compare(a, b, rows));
      return;
    }
    let place = at;
    do {
      slots[place] = slots[place - 1] as number;
      place--;
    } while (place > 0 && compare(slots[place - 1] as number, slot, rows) > 0);
    slots[place] = slot;
  }
}

/** Lists of up to so many are sorted here: `sort` takes longer to begin. */
const FEW = 8;

/** Nobody reads a picture deeper than this, and the tidy tree takes the square of the depth. */
const MAX_DEPTH = 500;

function isDeep(parents: Int32Array): boolean {
  const size = parents.length;
  for (let slot = 0; slot < size; slot++) {
    let depth = 0;
    for (let at = parents[slot] as number; at >= 0; at = parents[at] as number) depth++;
    if (depth >= MAX_DEPTH) return true;
  }
  return false;
}

/** Makes every node that would stand `MAX_DEPTH` below its root the root of a tree of its own. */
function cutDeepTrees(parents: Int32Array, loose: Uint8Array): void {
  // Hardly any is, and to see it costs less than to note the depth of each node.
  if (!isDeep(parents)) return;
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

/** The controller, else the first owner, among those in the object's own namespace; -1 where there is none. */
function primaryOwners({ uids, namespace, edges }: Rows): Int32Array {
  const { firsts, owners, traits } = edges;
  const parents = new Int32Array(uids.length).fill(-1);
  for (let slot = 0; slot < uids.length; slot++) {
    const end = firsts[slot + 1] as number;
    for (let at = firsts[slot] as number; at < end; at++) {
      const owner = owners[at] as number;
      if (owner === slot || namespace[owner] !== namespace[slot]) continue;
      const isController = ((traits[at] as number) & CONTROLLER) !== 0;
      if (isController || (parents[slot] as number) < 0) parents[slot] = owner;
      if (isController) break;
    }
  }
  return parents;
}

/** Takes from an owner the objects that had another one before, or none, though this one was there. */
function keepLoose(
  parents: Int32Array,
  loose: Uint8Array,
  uids: readonly Uid[],
  former: FormerForest,
): void {
  const slots = rowsByUid(uids);
  const formerSlots = rowsByUid(former.uids);
  for (let slot = 0; slot < parents.length; slot++) {
    const owner = parents[slot] as number;
    if (owner < 0) continue;
    const before = formerSlots.get(uids[slot] as Uid);
    if (before === undefined || !formerSlots.has(uids[owner] as Uid)) continue;
    const formerOwner = former.uids[former.parents[before] as number];
    const ownerWent = formerOwner !== undefined && !slots.has(formerOwner);
    if (former.loose[before] !== 1 && !ownerWent) continue;
    parents[slot] = -1;
    loose[slot] = 1;
  }
}

/** Makes the first member in reading order the root of each cycle. */
function breakCycles(parents: Int32Array, loose: Uint8Array, rows: Rows): void {
  // The walk that first came through a node: it meets itself again only on a cycle.
  const size = parents.length;
  const walks = new Int32Array(size).fill(-1);
  for (let walk = 0; walk < size; walk++) {
    let at = walk;
    while (at >= 0 && walks[at] === -1) {
      walks[at] = walk;
      at = parents[at] ?? -1;
    }
    if (at < 0 || walks[at] !== walk) continue;
    const root = firstOnCycle(at, parents, rows);
    parents[root] = -1;
    loose[root] = 1;
  }
}

function firstOnCycle(start: number, parents: Int32Array, rows: Rows): number {
  let first = start;
  for (let at = parents[start] ?? start; at !== start; at = parents[at] ?? start) {
    if (compare(at, first, rows) < 0) first = at;
  }
  return first;
}

function compare(a: number, b: number, { kinds, kind, names, uids }: Rows): number {
  if (kind[a] !== kind[b]) {
    const first = (kinds[kind[a] as number] as PackedKind)[1];
    const second = (kinds[kind[b] as number] as PackedKind)[1];
    if (first !== second) return first < second ? -1 : 1;
  }
  const name = names[a] as string;
  const other = names[b] as string;
  if (name !== other) return name < other ? -1 : 1;
  return (uids[a] as Uid) < (uids[b] as Uid) ? -1 : 1;
}
