import type { PackedKind, Timestamp, Uid } from '@gcscope/gc-core/wire';
import { FURTHER, type Rows } from './rows.ts';
import { hasRevisions, isOlder, kindOfGroup } from './stack.ts';

/** Siblings: objects of one kind and shape with the same owners, in one namespace. */
export interface Family {
  readonly id: string;
  readonly rows: readonly number[];
  readonly isOld: boolean;
}

/** Has dependents that must be seen. */
const BRANCH = -2;
/** Has no dependents. */
const LEAF = -1;

/** Finds the families of leaves, and of objects that are nearly leaves. Linear in the rows. */
export class Families {
  readonly #rows: Rows;
  /** `BRANCH`, `LEAF`, or the row of the only dependent, which is a leaf and has no other owner. */
  readonly #shapes: Int32Array;
  /** By owner: when its newest ReplicaSet was created. */
  readonly #newest = new Map<number, Timestamp>();
  /** Kinds that differ in their version only have one number. */
  readonly #kinds: readonly number[];

  /** `dependents` counts also those of an object that are no rows. */
  constructor(rows: Rows, dependents?: (uid: Uid) => number) {
    this.#rows = rows;
    this.#shapes = shapesOf(rows, dependents);
    const names = rows.kinds.map(kindOfGroup);
    this.#kinds = names.map((name) => names.indexOf(name));
    this.#findNewest();
  }

  /** The only dependent of a row, or -1. */
  dependentOf(row: number): number {
    return Math.max(-1, this.#shapes[row] as number);
  }

  /** The families of at least so many; an object that has to be seen by itself is in none. */
  find(least: number): Family[] {
    const families = new Map<number | string, { rows: number[]; isOld: boolean }>();
    for (let row = 0; row < this.#shapes.length; row++) {
      if (this.#shapes[row] === BRANCH) continue;
      const isOld = this.#isOld(row);
      const key = this.#keyOf(row, isOld);
      const family = families.get(key);
      if (family) family.rows.push(row);
      else families.set(key, { rows: [row], isOld });
    }
    const large = [...families.values()].filter(({ rows }) => rows.length >= least);
    return large.map(({ rows, isOld }) => {
      const [first = 0] = rows;
      return { id: this.#idOf(first, isOld), rows, isOld };
    });
  }

  #findNewest(): void {
    const { kinds, kind, created } = this.#rows;
    const revised = kinds.map(hasRevisions);
    if (!revised.includes(true)) return;
    for (let row = 0; row < this.#shapes.length; row++) {
      if (!revised[kind[row] as number]) continue;
      const owner = primaryOf(this.#rows, row);
      const at = created[row] ?? '';
      if (at > (this.#newest.get(owner) ?? '')) this.#newest.set(owner, at);
    }
  }

  #isOld(row: number): boolean {
    const { kinds, kind, created } = this.#rows;
    if (this.#shapes[row] !== LEAF || !hasRevisions(kinds[kind[row] as number] as PackedKind)) {
      return false;
    }
    const owner = primaryOf(this.#rows, row);
    return owner >= 0 && isOlder(created[row] ?? '', this.#newest.get(owner) ?? '');
  }

  /** What tells families apart: a number where objects have at most one owner, as nearly all have. */
  #keyOf(row: number, isOld: boolean): number | string {
    const { kind, namespace, namespaces, edges } = this.#rows;
    const first = edges.firsts[row] as number;
    const owners = (edges.firsts[row + 1] as number) - first;
    if (owners > 1) return this.#idOf(row, isOld);
    const dependent = this.dependentOf(row);
    const kinds = this.#kinds;
    let key = owners === 0 ? 0 : (edges.owners[first] as number) + 1;
    key = key * namespaces.length + (namespace[row] as number);
    key = key * kinds.length + (kinds[kind[row] as number] as number);
    key = key * (kinds.length + 1);
    if (dependent >= 0) key += (kinds[kind[dependent] as number] as number) + 1;
    return 2 * key + (isOld ? 1 : 0);
  }

  #idOf(row: number, isOld: boolean): string {
    const { kinds, kind, namespaces, namespace, uids } = this.#rows;
    const nameOf = (of: number): string => kindOfGroup(kinds[kind[of] as number] as PackedKind);
    const dependent = this.dependentOf(row);
    const shape = dependent < 0 ? (isOld ? 'old' : '') : `~${nameOf(dependent)}`;
    const primary = primaryOf(this.#rows, row);
    const others = ownersOf(this.#rows, row)
      .filter((owner) => owner !== primary)
      .map((owner) => uids[owner] as Uid)
      .sort();
    const owners = primary < 0 && others.length === 0 ? [] : [uids[primary] ?? '', ...others];
    const place = namespaces[namespace[row] as number] as string;
    return [nameOf(row), shape, place, ...owners].map(asPart).join();
  }
}

/** Text without commas, whatever it was. */
function asPart(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll(',', '\\u002c');
}

function ownersOf({ edges }: Rows, row: number): number[] {
  const { firsts, owners } = edges;
  return Array.from(
    { length: (firsts[row + 1] as number) - (firsts[row] as number) },
    (_, at) => owners[(firsts[row] as number) + at] as number,
  );
}

/** Row of the owner that is not a further one, or -1. */
function primaryOf({ edges }: Rows, row: number): number {
  const { firsts, owners, traits } = edges;
  const end = firsts[row + 1] as number;
  for (let at = firsts[row] as number; at < end; at++) {
    if (((traits[at] as number) & FURTHER) === 0) return owners[at] as number;
  }
  return -1;
}

function shapesOf(
  { uids, edges, namespace }: Rows,
  dependents: ((uid: Uid) => number) | undefined,
): Int32Array {
  const { firsts, owners } = edges;
  const size = uids.length;
  const counts = new Int32Array(size);
  const latest = new Int32Array(size);
  for (let row = 0; row < size; row++) {
    const end = firsts[row + 1] as number;
    for (let at = firsts[row] as number; at < end; at++) {
      const owner = owners[at] as number;
      counts[owner] = (counts[owner] as number) + 1;
      latest[owner] = row;
    }
  }
  const all = dependents
    ? (row: number): number => dependents(uids[row] as Uid)
    : (row: number): number => counts[row] as number;
  const shapes = new Int32Array(size).fill(BRANCH);
  for (let row = 0; row < size; row++) {
    const count = all(row);
    if (count === 0) shapes[row] = LEAF;
    if (count !== 1 || counts[row] !== 1) continue;
    const dependent = latest[row] as number;
    const hasOneOwner = (firsts[dependent + 1] as number) - (firsts[dependent] as number) === 1;
    const isBeside = namespace[dependent] === namespace[row];
    if (hasOneOwner && isBeside && all(dependent) === 0) shapes[row] = dependent;
  }
  return shapes;
}
