import {
  type ApiObject,
  END_WORDS,
  isCollectorFinalizer,
  LEFT_ALONE_RULES,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';

/** How an object ends here: as a forecast says, or the player leaves it in deletion. */
type End = 'deleted' | 'inDeletion' | 'orphaned' | 'kept' | 'leftAlone' | 'unchanged';

/** The ends in words: those of a forecast, as far as it has them. */
export const PLAYED_ENDS: Readonly<
  Record<End, { readonly word: string; readonly meaning: string }>
> = {
  deleted: END_WORDS.deleted,
  inDeletion: {
    word: 'still being deleted',
    meaning:
      'Still waits for others at the last step. A forecast says whether they act: later, or never.',
  },
  orphaned: END_WORDS.orphaned,
  kept: END_WORDS.kept,
  leftAlone: END_WORDS.leftAlone,
  unchanged: END_WORDS.unchanged,
};

/** The objects after the last step of a simulation; each is in exactly one list. */
export type Outcome = ReadonlyMap<End, readonly NodeRecord[]>;

/**
 * Compares every object as the collector first observed it with the last step; `end` is the collector's graph then. An
 * object that left the graph but is still stored is not deleted. Virtual owners are left out.
 */
export function outcomeOf(view: Playback, end: ReadonlyMap<Uid, NodeRecord>): Outcome {
  const outcome = new Map<End, NodeRecord[]>();
  for (const way of Object.keys(PLAYED_ENDS) as End[]) outcome.set(way, []);
  const stored = storedInTheEnd(view);
  const orphaned = orphanedIn(view);
  const leftAlone = leftAloneIn(view);
  const touched = touchedIn(view);
  for (const record of firstObserved(view).values()) {
    const last = end.get(record.uid) ?? (stored.has(record.uid) ? record : undefined);
    const way = last ? endOf(record, last, { orphaned, leftAlone, touched }) : 'deleted';
    outcome.get(way)?.push(last ?? record);
  }
  return outcome;
}

function endOf(
  first: NodeRecord,
  last: NodeRecord,
  {
    orphaned,
    leftAlone,
    touched,
  }: Readonly<Record<'orphaned' | 'leftAlone' | 'touched', ReadonlySet<Uid>>>,
): End {
  // One that was in deletion before, and that this has nothing to do with, is in no forecast either.
  if (last.beingDeleted) {
    return first.beingDeleted && !touched.has(last.uid) ? 'unchanged' : 'inDeletion';
  }
  if (last.owners.length === first.owners.length) {
    return leftAlone.has(last.uid) ? 'leftAlone' : 'unchanged';
  }
  return orphaned.has(last.uid) || last.owners.length === 0 ? 'orphaned' : 'kept';
}

/** `8 deleted, 1 still being deleted, 1 unchanged` */
export function formatOutcome(outcome: Outcome): string {
  const counts = [...outcome].flatMap(([way, { length }]) =>
    length > 0 ? [`${length.toLocaleString('en')} ${PLAYED_ENDS[way].word}`] : [],
  );
  return counts.join(', ') || 'no object';
}

/** The objects that the orphan worker let go. */
function orphanedIn({ steps }: Playback): ReadonlySet<Uid> {
  const orphaning = steps.filter(({ actor }) => actor === 'orphan-worker');
  return new Set(
    orphaning.flatMap(({ objects }) => objects.flatMap(({ after }) => after?.metadata.uid ?? [])),
  );
}

/** The objects that the collector left alone when it last looked at them. */
function leftAloneIn({ steps }: Playback): ReadonlySet<Uid> {
  const rules = new Map<Uid, string>();
  for (const { actor, subject, rule } of steps) {
    if (actor === 'delete-worker' && subject) rules.set(subject.uid, rule ?? '');
  }
  return new Set([...rules.keys()].filter((uid) => LEFT_ALONE_RULES.has(rules.get(uid) ?? '')));
}

/** The objects that change, and those that a user asks to delete. */
function touchedIn({ steps }: Playback): ReadonlySet<Uid> {
  return new Set(
    steps.flatMap(({ actor, subject, objects }) => [
      ...(actor === 'user' && subject ? [subject.uid] : []),
      ...objects.flatMap(({ before, after }) => (after ?? before)?.metadata.uid ?? []),
    ]),
  );
}

/** What the API server stores after the last step. */
export function storedInTheEnd(view: Playback): ReadonlyMap<Uid, ApiObject> {
  return storedAfter(view, view.steps.length);
}

/** What the API server stores after so many steps. */
export function storedAfter(
  { objects, steps }: Playback,
  cursor: number,
): ReadonlyMap<Uid, ApiObject> {
  const stored = new Map(objects.map((object) => [object.metadata.uid, object]));
  for (const { before, after } of steps.slice(0, cursor).flatMap((step) => step.objects)) {
    if (after) stored.set(after.metadata.uid, after);
    else if (before) stored.delete(before.metadata.uid);
  }
  return stored;
}

/** Every object as the collector first observed it, where the API server has it. Without those that nobody has ever stored. */
export function firstObserved(view: Playback): ReadonlyMap<Uid, NodeRecord> {
  const { nodes, objects, steps } = view;
  const changed = steps.flatMap((step) =>
    step.objects.flatMap(({ before, after }) => before ?? after ?? []),
  );
  const stored = new Map<Uid, ApiObject>();
  for (const object of [...objects, ...changed]) {
    if (!stored.has(object.metadata.uid)) stored.set(object.metadata.uid, object);
  }
  const first = new Map<Uid, NodeRecord>();
  for (const record of [...nodes, ...steps.flatMap(({ delta }) => delta.upserts)]) {
    const object = stored.get(record.uid);
    if (record.virtual || first.has(record.uid) || !object) continue;
    first.set(record.uid, { ...record, namespace: object.metadata.namespace ?? '' });
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
