import {
  describeEnds,
  type End,
  isCollectorFinalizer,
  isGuardFinalizer,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';

/** How an object ends here; a player knows no kind that cannot be read. */
const ENDS = [
  'deleted',
  'later',
  'orphaned',
  'kept',
  'blocked',
  'leftAlone',
  'unchanged',
] as const satisfies readonly End[];

/** The objects after the last step of a simulation; each is in exactly one list, in the order of a forecast. */
export type Outcome = ReadonlyMap<End, readonly NodeRecord[]>;

/**
 * Compares every object as the collector first observed it with the last step; `end` is the collector's graph then. An
 * object that left the graph but is still stored is not deleted. Virtual owners are left out.
 */
export function outcomeOf(view: Playback, end: ReadonlyMap<Uid, NodeRecord>): Outcome {
  const first = firstObserved(view);
  const left = new Map<Uid, NodeRecord>();
  const stored = storedInTheEnd(view);
  for (const record of first.values()) {
    const last = end.get(record.uid) ?? (stored.has(record.uid) ? record : undefined);
    if (last) left.set(record.uid, last);
  }
  const rest = new Rest(left, first, view);
  const outcome = new Map<End, NodeRecord[]>(ENDS.map((way) => [way, []]));
  for (const record of first.values()) {
    const last = left.get(record.uid);
    const way = last ? rest.endOf(record, last) : 'deleted';
    outcome.get(way)?.push(last ?? record);
  }
  return outcome;
}

/** `8 deleted, 2 of them after the last step, 1 unchanged`; a forecast has the same numbers. */
export function formatOutcome(outcome: Outcome): string {
  const ends = describeEnds((way) => outcome.get(way)?.length ?? 0, 'after the last step');
  const unchanged = outcome.get('unchanged')?.length ?? 0;
  return [...ends, ...(unchanged > 0 ? [`${unchanged} unchanged`] : [])].join(', ') || 'no object';
}

/** What is left in the end: what of it still goes, and what stays. */
class Rest {
  readonly #left: ReadonlyMap<Uid, NodeRecord>;
  readonly #first: ReadonlyMap<Uid, NodeRecord>;
  readonly #released: ReadonlySet<Uid>;
  readonly #subject: Uid | undefined;
  /** Namespaces in deletion. */
  readonly #ending = new Map<string, NodeRecord>();
  readonly #dependents = new Map<Uid, NodeRecord[]>();
  readonly #content = new Map<string, NodeRecord[]>();
  /** By uid; `blocked` while it is looked for: in a circle nothing goes. */
  readonly #prospects = new Map<Uid, Prospect>();
  /** By Namespace. */
  readonly #pods = new Map<string, Prospect>();

  constructor(
    left: ReadonlyMap<Uid, NodeRecord>,
    first: ReadonlyMap<Uid, NodeRecord>,
    view: Playback,
  ) {
    this.#left = left;
    this.#first = first;
    this.#released = releasedIn(view);
    this.#subject = view.subject;
    for (const record of left.values()) {
      for (const { uid } of record.owners) add(this.#dependents, uid, record);
      if (isNamespace(record) && record.beingDeleted) this.#ending.set(record.name, record);
      if (record.namespace !== '') add(this.#content, record.namespace, record);
    }
    // In the order in which they wait, which is mostly that of their age: a chain of thousands is not followed in one go.
    const all = [...left.values()];
    for (const record of all.toReversed()) if (record.beingDeleted) this.#prospectOf(record);
    for (const record of all) this.#prospectOf(record);
  }

  endOf(first: NodeRecord, last: NodeRecord): End {
    const prospect = this.#prospectOf(last);
    const hasLess = last.owners.length < first.owners.length;
    if (hasLess && this.#released.has(last.uid)) return 'orphaned';
    if (first.beingDeleted && !this.#isNew(last.uid) && !this.#waitsForNew(last))
      return 'unchanged';
    if (prospect !== 'stays') return prospect;
    const hasOwner = last.owners.some(({ uid }) => this.#stays(uid));
    if (hasLess) return hasOwner ? 'kept' : 'orphaned';
    if (!first.owners.some(({ uid }) => this.#first.has(uid) && !this.#stays(uid)))
      return 'unchanged';
    return hasOwner ? 'kept' : 'leftAlone';
  }

  #stays(uid: Uid): boolean {
    const record = this.#left.get(uid);
    return record !== undefined && this.#prospectOf(record) === 'stays';
  }

  /** Whether something that was in deletion before waits for an object that was not, or for that whose deletion it is about. */
  #waitsForNew(record: NodeRecord): boolean {
    const space = this.#spaceOf(record);
    if (space && this.#isNew(space.uid)) return true;
    const awaited = new Set(this.#awaitedBy(record));
    for (const each of awaited) {
      if (this.#isNew(each.uid)) return true;
      for (const next of this.#awaitedBy(each)) awaited.add(next);
    }
    return false;
  }

  #isNew(uid: Uid): boolean {
    return uid === this.#subject || this.#first.get(uid)?.beingDeleted === false;
  }

  #prospectOf(record: NodeRecord): Prospect {
    const known = this.#prospects.get(record.uid);
    if (known) return known;
    this.#prospects.set(record.uid, 'blocked');
    const prospect = record.beingDeleted ? this.#ofTerminating(record) : this.#ofLiving(record);
    this.#prospects.set(record.uid, prospect);
    return prospect;
  }

  #ofTerminating(record: NodeRecord): 'later' | 'blocked' {
    const { finalizers } = record;
    if (finalizers.some((each) => !isCollectorFinalizer(each) && !isGuardFinalizer(each))) {
      return 'blocked';
    }
    const awaited = this.#awaitedBy(record);
    return awaited.every((each) => this.#prospectOf(each) === 'later') ? 'later' : 'blocked';
  }

  #awaitedBy(record: NodeRecord): readonly NodeRecord[] {
    const { uid, name, deletingDependents } = record;
    const dependents = (deletingDependents && this.#dependents.get(uid)) || [];
    const blocking = dependents.filter((each) =>
      each.owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
    );
    return isNamespace(record) ? [...blocking, ...(this.#content.get(name) ?? [])] : blocking;
  }

  /** The Namespace in deletion in which the object is. */
  #spaceOf({ namespace }: NodeRecord): NodeRecord | undefined {
    return this.#ending.get(namespace);
  }

  /** Whether the Pods of a Namespace in deletion go. */
  #podsIn(namespace: string): Prospect {
    const known = this.#pods.get(namespace);
    if (known) return known;
    const pods = this.#content.get(namespace)?.filter(isPod) ?? [];
    const isHeld = pods.some((each) => each.beingDeleted && this.#prospectOf(each) === 'blocked');
    const prospect = isHeld ? 'blocked' : 'later';
    this.#pods.set(namespace, prospect);
    return prospect;
  }

  /** It goes with its owners or its namespace, unless the collector leaves it alone. */
  #ofLiving(record: NodeRecord): Prospect {
    // Pods go first.
    if (this.#spaceOf(record)) return this.#podsIn(record.namespace);
    if (record.summary?.wrong?.some(({ fault }) => NEVER_ASKED.includes(fault))) return 'stays';
    const there = record.owners.flatMap(({ uid }) => this.#left.get(uid) ?? []);
    if (there.length === 0 || there.some((each) => each.deletingDependents)) return 'stays';
    const prospects = there.map((each) => this.#prospectOf(each));
    if (prospects.includes('stays')) return 'stays';
    return prospects.includes('blocked') ? 'blocked' : 'later';
  }
}

type Prospect = 'later' | 'blocked' | 'stays';

/** Because of such a reference the collector leaves an object alone. */
const NEVER_ASKED: readonly string[] = ['unresolvable', 'cluster-child-of-namespaced'];

function isPod({ apiVersion, kind }: NodeRecord): boolean {
  return kind === 'Pod' && apiVersion === 'v1';
}

function isNamespace({ apiVersion, kind }: NodeRecord): boolean {
  return kind === 'Namespace' && apiVersion === 'v1';
}

function add<Key>(lists: Map<Key, NodeRecord[]>, key: Key, record: NodeRecord): void {
  const list = lists.get(key);
  if (list) list.push(record);
  else lists.set(key, [record]);
}

/** What an orphan deletion changes. */
function releasedIn({ steps }: Playback): ReadonlySet<Uid> {
  const orphaning = steps.filter(({ actor }) => actor === 'orphan-worker');
  return new Set(
    orphaning.flatMap(({ objects }) => objects.flatMap(({ after }) => after?.metadata.uid ?? [])),
  );
}

/** The uids of the objects that the API server stores after the last step. */
export function storedInTheEnd({ objects, steps }: Playback): ReadonlySet<Uid> {
  const stored = new Set(objects.map(({ metadata }) => metadata.uid));
  for (const { before, after } of steps.flatMap((step) => step.objects)) {
    if (after) stored.add(after.metadata.uid);
    else if (before) stored.delete(before.metadata.uid);
  }
  return stored;
}

/** Every object as the collector first observed it. */
export function firstObserved({ nodes, steps }: Playback): ReadonlyMap<Uid, NodeRecord> {
  const first = new Map<Uid, NodeRecord>();
  for (const record of [...nodes, ...steps.flatMap(({ delta }) => delta.upserts)]) {
    if (!record.virtual && !first.has(record.uid)) first.set(record.uid, record);
  }
  return first;
}

/** Describes what a terminating object waits for. */
export function waitsFor(record: NodeRecord): string {
  if (record.summary?.blockedBy !== undefined) return record.summary.blockedBy;
  const foreign = record.finalizers.filter((each) => !isCollectorFinalizer(each));
  if (foreign.length > 0) return `finalizer ${foreign.join(', ')}`;
  if (record.deletingDependents) return 'its dependents';
  if (record.kind === 'Pod' && (record.deletionGracePeriodSeconds ?? 0) > 0) {
    return `its kubelet, at most ${record.deletionGracePeriodSeconds} s`;
  }
  return 'its finalizers';
}
