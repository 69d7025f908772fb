import {
  type Coordinates,
  type OwnerReference,
  sameCoordinates,
  type Uid,
} from '../meta/object-reference.ts';
import type { GraphNode } from './graph-node.ts';
import { sameOwner } from './owner-references-diff.ts';
import { readUid, WORDS, words } from './uid-words.ts';

/** Texts that are remembered before the pool starts anew: kinds, namespaces and finalizers of any cluster fit in. */
const CAPACITY = 65_536;
/** Lists of finalizers with a number; the others are out of the ordinary. */
const LISTS = 256;
const NO_OWNERS: readonly OwnerReference[] = [];
const NO_FINALIZERS: readonly string[] = [];

/** What many objects have in common: their type and their namespace. */
export interface Scope {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
}

/**
 * Equal values kept once. A decoder makes everything anew each time; a graph of half a million nodes repeats a few
 * kinds, namespaces and finalizers, and dependents of one owner repeat its name and uid.
 */
export class SharedValues {
  readonly #node: (uid: Uid) => GraphNode | undefined;
  readonly #scopes = new Map<string, Scope>();
  readonly #texts = new Map<string, string>();
  readonly #lists: (readonly string[])[] = [NO_FINALIZERS];
  readonly #listIds = new Map<string, number>();
  #references: (Coordinates | undefined)[] = [undefined];
  #uids = new Int32Array(64 * WORDS);

  constructor(node: (uid: Uid) => GraphNode | undefined) {
    this.#node = node;
  }

  /** Equal type and namespace, the same object each time. */
  scope({ apiVersion, kind, namespace }: Scope): Scope {
    const key = `${kind.length} ${kind}${apiVersion.length} ${apiVersion}${namespace}`;
    const known = this.#scopes.get(key);
    if (known) return known;
    if (this.#scopes.size >= CAPACITY) this.#scopes.clear();
    const scope = { apiVersion: this.#text(apiVersion), kind: this.#text(kind), namespace };
    this.#scopes.set(key, scope);
    return scope;
  }

  /** An equal list. */
  finalizers(list: readonly string[] | undefined): readonly string[] {
    const id = this.finalizersNumber(list);
    return this.#lists[id] ?? list?.map((each) => this.#text(each)) ?? NO_FINALIZERS;
  }

  /** Number of the list; -1 if it has none, because it is long or rare. */
  finalizersNumber(list: readonly string[] | undefined): number {
    if (list === undefined || list.length === 0) return 0;
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

  /**
   * Equal references that share the texts of the `former` ones, or the list of the sibling that came last, or the names
   * of the owners themselves.
   */
  owners(
    list: readonly OwnerReference[],
    former: readonly OwnerReference[] = [],
  ): readonly OwnerReference[] {
    const [first] = list;
    const [known] = former;
    if (!first) return NO_OWNERS;
    if (known && list.length === 1 && sameCoordinates(known, first)) {
      return [
        {
          ...first,
          apiVersion: known.apiVersion,
          kind: known.kind,
          name: known.name,
          uid: known.uid,
        },
      ];
    }
    const sibling = this.#node(first.uid)?.dependents.latest;
    if (sibling && sameOwners(sibling.owners, list)) return sibling.owners;
    return list.map((each) => this.#owner(each));
  }

  #owner(reference: OwnerReference): OwnerReference {
    const owner = this.#node(reference.uid);
    return {
      ...reference,
      apiVersion: this.#text(reference.apiVersion),
      kind: this.#text(reference.kind),
      name: owner?.name === reference.name ? owner.name : reference.name,
      uid: owner?.uid ?? reference.uid,
    };
  }

  /** A new number for what the reference names; -1 for a uid out of the ordinary. */
  newReferenceNumber(reference: Coordinates): number {
    if (!readUid(reference.uid)) return -1;
    const id = this.#references.length;
    if (id * WORDS >= this.#uids.length) {
      const larger = new Int32Array(this.#uids.length * 2);
      larger.set(this.#uids);
      this.#uids = larger;
    }
    for (let word = 0; word < WORDS; word++) this.#uids[id * WORDS + word] = words[word] ?? 0;
    this.#references.push(reference);
    return id;
  }

  /** Numbers start anew. */
  forgetReferences(): void {
    this.#references = [undefined];
  }

  /** Whether the number is that of what the reference names. */
  isReference(id: number, { uid, name, kind, apiVersion }: Coordinates): boolean {
    const uids = this.#uids;
    const at = id * WORDS;
    if (
      !readUid(uid) ||
      uids[at] !== words[0] ||
      uids[at + 1] !== words[1] ||
      uids[at + 2] !== words[2] ||
      uids[at + 3] !== words[3]
    ) {
      return false;
    }
    const known = this.#references[id];
    return known?.name === name && known.kind === kind && known.apiVersion === apiVersion;
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

function sameOwners(a: readonly OwnerReference[], b: readonly OwnerReference[]): boolean {
  return a.length === b.length && a.every((each, index) => sameOwner(each, b[index]));
}
