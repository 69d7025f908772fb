import { isBlocking, type NodeRecord, type OwnerReference, type Uid } from '@gcscope/gc-core/wire';
import { type Rows, type Stack, stackName, stackSize } from '@gcscope/picture';
import type { Selection } from '../data/selection.ts';

/** Looks up what a card shows. */
export type Records = Pick<ReadonlyMap<Uid, NodeRecord>, 'get' | 'has'>;

/** What has a card: the objects of a selection that stand in no closed stack, and the stacks. */
export class Faces {
  readonly stacks: ReadonlyMap<Uid, Stack>;
  /** The selection with stacks in place of the objects in them. */
  readonly selection: Selection;
  readonly records: Records;
  readonly #hiddenIn = new Map<Uid, Uid>();

  /** `rows` are those of the selection, stacked. */
  constructor(selection: Selection, rows: Rows, records: ReadonlyMap<Uid, NodeRecord>) {
    const stacks = new Map<Uid, Stack>();
    for (const stack of rows.stacks.values()) {
      stacks.set(stack.uid, stack);
      if (stack.isOpen) continue;
      for (const uid of [...stack.members, ...stack.dependents]) {
        this.#hiddenIn.set(uid, stack.uid);
      }
    }
    this.stacks = stacks;
    if (stacks.size === 0) {
      this.selection = selection;
      this.records = records;
      return;
    }
    const faces = new Map([...stacks].map(([uid, stack]) => [uid, faceOf(stack, records)]));
    const seen = selection.records.filter(({ uid }) => !this.#hiddenIn.has(uid));
    this.selection = { ...selection, records: [...seen, ...faces.values()] };
    this.records = {
      get: (uid) => faces.get(uid) ?? records.get(uid),
      has: (uid) => faces.has(uid) || records.has(uid),
    };
  }

  /** The uids under which objects are seen: their own, or that of the closed stack that one is in. */
  seenAs(uids: readonly Uid[]): readonly Uid[] {
    return uids.map((uid) => this.#hiddenIn.get(uid) ?? uid);
  }
}

/** A stack as if it were one of its members: of their kind, with their owners. */
function faceOf(stack: Stack, records: ReadonlyMap<Uid, NodeRecord>): NodeRecord {
  const [apiVersion, kind] = stack.kind;
  const [first = ''] = stack.members;
  return {
    uid: stack.uid,
    apiVersion,
    kind,
    namespace: records.get(first)?.namespace ?? '',
    name: stackName(stack),
    owners: ownersOf(stack, records),
    finalizers: [],
    virtual: false,
    beingDeleted: stack.terminating === stackSize(stack),
    deletingDependents: false,
  };
}

/** The references that all members have; one blocks if that of any member does. */
function ownersOf(
  { members }: Stack,
  records: ReadonlyMap<Uid, NodeRecord>,
): readonly OwnerReference[] {
  const [first = ''] = members;
  const owners = records.get(first)?.owners ?? [];
  // Nearly always they say all there is to say, and a map has many members.
  if (owners.every(isBlocking)) return owners;
  const blocking = new Set(
    members
      .flatMap((uid) => records.get(uid)?.owners.filter(isBlocking) ?? [])
      .map(({ uid }) => uid),
  );
  return owners.map((reference) =>
    blocking.has(reference.uid) ? { ...reference, blockOwnerDeletion: true } : reference,
  );
}
