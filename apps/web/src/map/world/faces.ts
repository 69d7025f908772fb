import { isBlocking, type NodeRecord, type OwnerReference, type Uid } from '@gcscope/gc-core/wire';
import { type Rows, type Stack, stackName, stackSize } from '@gcscope/picture';
import type { Selection } from '../../data/selection.ts';

/** Looks up what a card shows. */
export type Records = Pick<ReadonlyMap<Uid, NodeRecord>, 'get' | 'has'>;

/** The cards of a map: objects of a selection that stand in no closed stack, and the stacks. */
export class Faces {
  readonly stacks: ReadonlyMap<Uid, Stack>;
  readonly records: Records;
  /** Number of cards. */
  readonly count: number;
  readonly #selection: Selection;
  readonly #rows: Rows;
  /** Made when they are first asked for, which is after the first picture. */
  readonly #made = new Map<Uid, NodeRecord>();
  #list: readonly NodeRecord[] | undefined;
  #places: ReadonlyMap<Uid, NodeRecord> | undefined;
  #hiddenIn: ReadonlyMap<Uid, Uid> | undefined;

  /** `rows` are those of the selection, stacked; `recordOf` finds its objects. */
  constructor(selection: Selection, rows: Rows, recordOf: (uid: Uid) => NodeRecord | undefined) {
    this.#selection = selection;
    this.#rows = rows;
    const stacks = new Map<Uid, Stack>();
    for (const stack of rows.stacks.values()) stacks.set(stack.uid, stack);
    this.stacks = stacks;
    this.count = selection.places ? selection.records.length : rows.uids.length;
    const get = (uid: Uid): NodeRecord | undefined => {
      const stack = stacks.get(uid);
      return stack ? this.#faceOf(stack, recordOf) : recordOf(uid);
    };
    this.records = { get, has: (uid) => stacks.has(uid) || recordOf(uid) !== undefined };
  }

  /** The selection with stacks in place of the objects in them. */
  get list(): readonly NodeRecord[] {
    this.#list ??=
      this.stacks.size === 0
        ? this.#selection.records
        : this.#rows.uids.flatMap((uid) => this.records.get(uid) ?? []);
    return this.#list;
  }

  #faceOf(stack: Stack, recordOf: (uid: Uid) => NodeRecord | undefined): NodeRecord {
    const known = this.#made.get(stack.uid);
    if (known) return known;
    const made = faceOf(stack, recordOf);
    this.#made.set(stack.uid, made);
    return made;
  }

  /** The record at a place: also what has left the graph, or is not in it yet. */
  recordAt(uid: Uid): NodeRecord | undefined {
    const record = this.records.get(uid);
    if (record || !this.#selection.places) return record;
    this.#places ??= new Map(this.#selection.places.map((place) => [place.uid, place]));
    return this.#places.get(uid);
  }

  /** The uids under which objects are seen: their own, or that of the closed stack that one is in. */
  seenAs(uids: readonly Uid[]): readonly Uid[] {
    this.#hiddenIn ??= hiddenIn(this.stacks);
    const stacks = this.#hiddenIn;
    return uids.map((uid) => stacks.get(uid) ?? uid);
  }
}

/** The objects that have these cards: that of a stack stands for its members. */
export function objectsOf(uids: readonly Uid[], stacks: ReadonlyMap<Uid, Stack>): ReadonlySet<Uid> {
  return new Set(uids.flatMap((uid) => stacks.get(uid)?.members ?? [uid]));
}

/** By uid of an object without a card: that of its stack. */
function hiddenIn(stacks: ReadonlyMap<Uid, Stack>): ReadonlyMap<Uid, Uid> {
  const hidden = new Map<Uid, Uid>();
  for (const { uid, members, dependents, isOpen } of stacks.values()) {
    if (isOpen) continue;
    for (const member of members) hidden.set(member, uid);
    for (const dependent of dependents) hidden.set(dependent, uid);
  }
  return hidden;
}

/** A stack as if it were one of its members: of their kind, with their owners. */
function faceOf(stack: Stack, recordOf: (uid: Uid) => NodeRecord | undefined): NodeRecord {
  const [apiVersion, kind] = stack.kind;
  const first = firstOf(stack, recordOf);
  return {
    uid: stack.uid,
    apiVersion,
    kind,
    namespace: first?.namespace ?? '',
    name: stackName(stack),
    owners: ownersOf(stack, first?.owners ?? [], recordOf),
    finalizers: [],
    virtual: false,
    beingDeleted: stack.isBlocked === true || stack.terminating === stackSize(stack),
    // The first of many causes stands for all: the card counts them.
    ...((stack.isBlocked || stack.notVerified === stackSize(stack)) &&
      first?.summary && { summary: first.summary }),
    deletingDependents: false,
  };
}

/** The first member of a stack that is still there: objects go a frame before their stack follows. */
function firstOf(
  { members }: Stack,
  recordOf: (uid: Uid) => NodeRecord | undefined,
): NodeRecord | undefined {
  for (const uid of members) {
    const record = recordOf(uid);
    if (record) return record;
  }
  return undefined;
}

/** The references that all members have, as `owners` are; one blocks if that of any member does. */
function ownersOf(
  { members }: Stack,
  owners: readonly OwnerReference[],
  recordOf: (uid: Uid) => NodeRecord | undefined,
): readonly OwnerReference[] {
  // Nearly always they say all there is to say, and a map has many members.
  if (owners.every(isBlocking)) return owners;
  const blocking = new Set(
    members.flatMap((uid) => recordOf(uid)?.owners.filter(isBlocking) ?? []).map(({ uid }) => uid),
  );
  return owners.map((reference) =>
    blocking.has(reference.uid) ? { ...reference, blockOwnerDeletion: true } : reference,
  );
}
