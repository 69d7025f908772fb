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
  /** Made when it is first asked for, which is after the first picture. */
  #hiddenIn: ReadonlyMap<Uid, Uid> | undefined;

  /** `rows` are those of the selection, stacked. */
  constructor(selection: Selection, rows: Rows, records: ReadonlyMap<Uid, NodeRecord>) {
    const stacks = new Map([...rows.stacks.values()].map((stack) => [stack.uid, stack]));
    this.stacks = stacks;
    if (stacks.size === 0) {
      this.selection = selection;
      this.records = records;
      return;
    }
    const faces = new Map([...stacks].map(([uid, stack]) => [uid, faceOf(stack, records)]));
    const seen = rows.uids.flatMap((uid) => records.get(uid) ?? []);
    this.selection = { ...selection, records: [...seen, ...faces.values()] };
    this.records = {
      get: (uid) => faces.get(uid) ?? records.get(uid),
      has: (uid) => faces.has(uid) || records.has(uid),
    };
  }

  /** The uids under which objects are seen: their own, or that of the closed stack that one is in. */
  seenAs(uids: readonly Uid[]): readonly Uid[] {
    this.#hiddenIn ??= hiddenIn(this.stacks);
    const stacks = this.#hiddenIn;
    return uids.map((uid) => stacks.get(uid) ?? uid);
  }
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
