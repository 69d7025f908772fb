import type { Timestamp, Uid } from '@gcscope/gc-core/wire';
import { Groups } from './groups.ts';
import { FURTHER, type Rows } from './rows.ts';
import { hasRevisions, isOlder, kindOfGroup } from './stack.ts';

/** Siblings: objects of one kind and shape with the same owners, in one namespace. */
export interface Family {
  readonly id: string;
  readonly rows: readonly number[];
  readonly isOld: boolean;
}

/** Shape of an object with dependents that must be seen. */
const BRANCH = -2;
/** Shape of an object without dependents. */
const LEAF = -1;

/** Finds the families of leaves, and of objects that are nearly leaves. Linear in the rows. */
export class Families {
  readonly #rows: Rows;
  /** `BRANCH`, `LEAF`, or the row of the only dependent, which is a leaf and has no other owner. */
  readonly #shapes: Int32Array;
  /** By owner: creation time of its newest ReplicaSet. */
  readonly #newest = new Map<number, Timestamp>();
  /** By number of a kind: its name. */
  readonly #names: readonly string[];
  /** Kinds that differ in their version only have one number. */
  readonly #kinds: readonly number[];
  /** By number of a kind: whether objects of it are revisions of their owner. */
  readonly #revised: readonly boolean[];

  /** `dependents` also counts dependents that are no rows. */
  constructor(rows: Rows, dependents?: (uid: Uid) => number) {
    this.#rows = rows;
    this.#shapes = shapesOf(rows, dependents);
    const names = rows.kinds.map(kindOfGroup);
    this.#names = names;
    this.#kinds = names.map((name) => names.indexOf(name));
    this.#revised = rows.kinds.map(hasRevisions);
    this.#findNewest();
  }

  /** The only dependent of a row, or -1. */
  dependentOf(row: number): number {
    return Math.max(-1, this.#shapes[row] as number);
  }

  /** The families of at least so many; an object that has to be seen by itself is in none. */
  find(least: number): Family[] {
    const groups = new Groups(this.#shapes.length);
    const byId = new Map<string, number>();
    for (let row = 0; row < this.#shapes.length; row++) {
      if (this.#shapes[row] === BRANCH) continue;
      const isOld = this.#isOld(row);
      if (this.#ownersOf(row) > 1) {
        const id = this.#idOf(row, isOld);
        const first = byId.get(id);
        if (first === undefined) byId.set(id, row);
        groups.add(row, first ?? row);
      } else {
        groups.add(row, this.#firstLike(row, isOld, groups));
      }
    }
    return groups.of(least).map((rows) => {
      const [first = 0] = rows;
      const isOld = this.#isOld(first);
      return { id: this.#idOf(first, isOld), rows, isOld };
    });
  }

  #findNewest(): void {
    const { kind, created } = this.#rows;
    const revised = this.#revised;
    if (!revised.includes(true)) return;
    for (let row = 0; row < this.#shapes.length; row++) {
      if (!revised[kind[row] as number]) continue;
      const owner = primaryOf(this.#rows, row);
      const at = created[row] ?? '';
      if (at > (this.#newest.get(owner) ?? '')) this.#newest.set(owner, at);
    }
  }

  #isOld(row: number): boolean {
    const { kind, created } = this.#rows;
    if (this.#shapes[row] !== LEAF || !this.#revised[kind[row] as number]) return false;
    const owner = primaryOf(this.#rows, row);
    return owner >= 0 && isOlder(created[row] ?? '', this.#newest.get(owner) ?? '');
  }

  /** The uids of the owners but for the primary one, in order. */
  #othersOf(row: number, primary: number): Uid[] {
    const { edges, uids } = this.#rows;
    const owners = [...edges.owners.subarray(edges.firsts[row], edges.firsts[row + 1])];
    return owners
      .filter((owner) => owner !== primary)
      .map((owner) => uids[owner] as Uid)
      .sort();
  }

  #ownersOf(row: number): number {
    const { firsts } = this.#rows.edges;
    return (firsts[row + 1] as number) - (firsts[row] as number);
  }

  /** The first row with the same owner, at most one as nearly all have, in the same place and of the same shape. */
  #firstLike(row: number, isOld: boolean, groups: Groups): number {
    const { kind, namespace, edges } = this.#rows;
    const owner =
      this.#ownersOf(row) === 0 ? -1 : (edges.owners[edges.firsts[row] as number] as number);
    const dependent = this.dependentOf(row);
    const kinds = this.#kinds;
    const own = kinds[kind[row] as number] as number;
    const below = dependent < 0 ? 0 : (kinds[kind[dependent] as number] as number) + 1;
    const shape = (own * (kinds.length + 1) + below) * 2 + (isOld ? 1 : 0);
    return groups.firstLike(row, owner, namespace[row] as number, shape);
  }

  #idOf(row: number, isOld: boolean): string {
    const { kind, namespaces, namespace, uids } = this.#rows;
    const nameOf = (of: number): string => this.#names[kind[of] as number] as string;
    const dependent = this.dependentOf(row);
    const shape = dependent < 0 ? (isOld ? 'old' : '') : `~${nameOf(dependent)}`;
    const place = namespaces[namespace[row] as number] as string;
    const own = `${asPart(nameOf(row))},${asPart(shape)},${asPart(place)}`;
    const primary = primaryOf(this.#rows, row);
    const others = this.#ownersOf(row) > 1 || primary < 0 ? this.#othersOf(row, primary) : [];
    if (primary < 0 && others.length === 0) return own;
    return [own, asPart(uids[primary] ?? ''), ...others.map(asPart)].join();
  }
}

/** Text without commas, whatever it was. */
function asPart(text: string): string {
  if (PLAIN.test(text)) return text;
  return JSON.stringify(text).slice(1, -1).replaceAll(',', '\\u002c');
}

/** Text that stays as it is, as names and uids of objects nearly always do. */
const PLAIN = /^[\w.:~-]*$/;

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
