import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { SharedReferences } from './shared-references.ts';

/** Texts that are remembered before the pool starts anew: kinds, namespaces and finalizers of any cluster fit in. */
const CAPACITY = 65_536;
/** Lists of finalizers with a number; the others are out of the ordinary. */
const LISTS = 256;
const NO_OWNERS: readonly OwnerReference[] = [];
const NO_FINALIZERS: readonly string[] = [];

/** Names of an object that references to it can share. */
interface Known {
  readonly name: string;
  readonly uid: Uid;
}

/**
 * Equal values kept once. A decoder makes everything anew each time; a store of half a million objects repeats a few
 * kinds, namespaces and finalizers, and dependents of one owner repeat its name and uid.
 */
export class SharedValues {
  readonly references: SharedReferences = new SharedReferences();
  readonly #known: (uid: Uid) => Known | undefined;
  readonly #texts = new Map<string, string>();
  readonly #lists: (readonly string[])[] = [NO_FINALIZERS];
  /** A cluster has few, and one of them nearly always. */
  #latest = 0;
  readonly #listIds = new Map<string, number>();

  constructor(known: (uid: Uid) => Known | undefined) {
    this.#known = known;
  }

  /** The list with this number. */
  finalizers(number: number): readonly string[] {
    return this.#lists[number] ?? NO_FINALIZERS;
  }

  /** An equal list. */
  shareFinalizers(list: readonly string[] | undefined): readonly string[] {
    const number = this.finalizersNumber(list);
    return number < 0 && list ? list.map((each) => this.#text(each)) : this.finalizers(number);
  }

  /** Number of the list; -1 if it has none, because it is long or rare. */
  finalizersNumber(list: readonly string[] | undefined): number {
    if (list === undefined || list.length === 0) return 0;
    if (this.isFinalizers(this.#latest, list)) return this.#latest;
    const number = this.#finalizersNumber(list);
    if (number > 0) this.#latest = number;
    return number;
  }

  #finalizersNumber(list: readonly string[]): number {
    if (list.length > 4) return -1;
    const key = list.length === 1 ? String(list[0]) : JSON.stringify(list);
    const known = this.#listIds.get(key);
    if (known !== undefined && this.isFinalizers(known, list)) return known;
    if (known !== undefined || this.#lists.length >= LISTS) return -1;
    this.#listIds.set(key, this.#lists.length);
    return this.#lists.push(list.map((each) => this.#text(each))) - 1;
  }

  /** Whether the list has this number. */
  isFinalizers(id: number, list: readonly string[] | undefined): boolean {
    if (list === undefined || list.length === 0) return id === 0;
    const known = this.#lists[id];
    if (known?.length !== list.length) return false;
    for (let i = 0; i < list.length; i++) if (known[i] !== list[i]) return false;
    return true;
  }

  /** Equal references that share the names of the owners themselves. */
  owners(list: readonly OwnerReference[]): readonly OwnerReference[] {
    return list.length === 0 ? NO_OWNERS : list.map((each) => this.owner(each));
  }

  /** An equal reference that shares the name of the owner itself. */
  owner(reference: OwnerReference): OwnerReference {
    const owner = this.#known(reference.uid);
    return {
      ...reference,
      apiVersion: this.#text(reference.apiVersion),
      kind: this.#text(reference.kind),
      name: owner?.name === reference.name ? owner.name : reference.name,
      uid: owner?.uid ?? reference.uid,
    };
  }

  /** An equal text, the same one each time. */
  #text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= CAPACITY) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
