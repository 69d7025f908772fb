import {
  type ApiObject,
  dependentsOf,
  endOfSurvivor,
  formatCount,
  isCollectorFinalizer,
  KEPT_RULES,
  LEFT_ALONE_RULES,
  type NodeRecord,
  type Playback,
  staysBlocked,
  type Uid,
  WAY_NAMES,
} from '@gcscope/gc-core/wire';

/** End of an object in the player: as a forecast says, or left in deletion. */
type End =
  | 'deleted'
  | 'inDeletion'
  | 'stayBlocked'
  | 'orphaned'
  | 'kept'
  | 'leftAlone'
  | 'created'
  | 'unchanged';

/** The ends in words: those of a forecast, as far as it has them. */
export const PLAYED_ENDS: Readonly<
  Record<End, { readonly word: string; readonly meaning: string }>
> = {
  deleted: WAY_NAMES.deleted,
  inDeletion: {
    word: 'still being deleted',
    meaning: 'Stays in Terminating: its blocker is still there at the last step.',
  },
  stayBlocked: WAY_NAMES.stayBlocked,
  orphaned: WAY_NAMES.orphaned,
  kept: WAY_NAMES.kept,
  leftAlone: WAY_NAMES.leftAlone,
  created: { word: 'created', meaning: 'Not there at the start.' },
  unchanged: WAY_NAMES.unchanged,
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
  const first = firstObserved(view);
  const asked = askedIn(view);
  const storedFirst = firstStored(view);
  const isGone = (uid: Uid): boolean => first.has(uid) && !stored.has(uid);
  const facts = {
    orphaned: orphanedIn(view),
    looks: lastLooksIn(view),
    touched: touchedIn(view),
    asked,
    storedFirst,
    stored,
    below: dependentsOf(asked, storedFirst.values()),
    emptied: emptiedIn(asked, storedFirst, stored),
    isGone,
  };
  const before = new Set(view.objects.map(({ metadata }) => metadata.uid));
  for (const record of first.values()) {
    const last = end.get(record.uid) ?? (stored.has(record.uid) ? record : undefined);
    const played = last ? endOf(record, last, facts) : 'deleted';
    const way = played === 'unchanged' && !before.has(record.uid) ? 'created' : played;
    outcome.get(way)?.push(last ?? record);
  }
  return outcome;
}

/** The facts that the steps tell of objects. */
interface Facts {
  readonly orphaned: ReadonlySet<Uid>;
  /** The rule of the collector's last look at each object. */
  readonly looks: ReadonlyMap<Uid, string>;
  readonly touched: ReadonlySet<Uid>;
  readonly asked: ReadonlySet<Uid>;
  readonly storedFirst: ReadonlyMap<Uid, ApiObject>;
  readonly stored: ReadonlyMap<Uid, ApiObject>;
  readonly below: ReadonlySet<Uid>;
  /** The namespaces that wait for their content, because of what is played. */
  readonly emptied: ReadonlySet<string>;
  readonly isGone: (uid: Uid) => boolean;
}

function endOf(first: NodeRecord, last: NodeRecord, facts: Facts): End {
  const { uid, owners } = last;
  const isOrphaned = facts.orphaned.has(uid);
  if (isBeingDeleted(last)) {
    if (!isBeingDeleted(first)) return 'inDeletion';
    // Without its reference it is orphaned like others.
    if (!isOrphaned) return endOfStuck(uid, facts);
  }
  const hasLost = first.owners.some((owner) => !owners.some((each) => each.uid === owner.uid));
  const hasGoingOwner = first.owners.some((owner) => facts.isGone(owner.uid));
  const rule = facts.looks.get(uid) ?? '';
  const isKept = owners.length > 0 && !isOrphaned && (hasLost || KEPT_RULES.has(rule));
  const look = LEFT_ALONE_RULES.has(rule) ? 'leftAlone' : isKept ? 'kept' : undefined;
  return endOfSurvivor({ hasLost, isOrphaned, hasGoingOwner, look }) ?? 'unchanged';
}

/** End of an object that was in deletion before, and still is, by its part in this deletion. */
function endOfStuck(uid: Uid, facts: Facts): End {
  const { storedFirst, stored, asked, touched, below, emptied } = facts;
  const [before, after] = [storedFirst.get(uid), stored.get(uid)];
  if (asked.has(uid) || emptied.has(after?.metadata.namespace ?? '')) return 'inDeletion';
  if (before && after && staysBlocked({ before, after, below })) return 'stayBlocked';
  return touched.has(uid) ? 'inDeletion' : 'unchanged';
}

/** Reads `deletionTimestamp` too: until 1.5 the graph does not note the deletion (PG-06). */
function isBeingDeleted({ beingDeleted, deletionTimestamp }: NodeRecord): boolean {
  return beingDeleted || deletionTimestamp !== undefined;
}

/**
 * `8 deleted, 1 still being deleted`: the numbers of a forecast, which does not count the owners beside the deletion that a
 * copy of the cluster holds, too. `3 unchanged` where nothing else happens.
 */
export function formatOutcome(outcome: Outcome): string {
  const ends = [...outcome].filter(([, { length }]) => length > 0);
  const changes = ends.filter(([way]) => way !== 'unchanged');
  const counts = (changes.length > 0 ? changes : ends).map(
    ([way, { length }]) => `${formatCount(length)} ${PLAYED_ENDS[way].word}`,
  );
  return counts.join(', ') || 'no object';
}

/** The objects that the orphan worker let go: in its steps all but the owner. */
function orphanedIn({ steps }: Playback): ReadonlySet<Uid> {
  const orphaning = steps.filter(({ actor }) => actor === 'orphan-worker');
  return new Set(
    orphaning.flatMap(({ objects, subject }) =>
      objects.flatMap(({ after }) => {
        const { uid } = after?.metadata ?? {};
        return uid === undefined || uid === subject?.uid ? [] : [uid];
      }),
    ),
  );
}

function lastLooksIn({ steps }: Playback): ReadonlyMap<Uid, string> {
  const rules = new Map<Uid, string>();
  for (const { actor, subject, rule = '' } of steps) {
    if (actor === 'delete-worker' && subject) rules.set(subject.uid, rule);
  }
  return rules;
}

/** The objects that a user deletes. */
function askedIn({ steps }: Playback): ReadonlySet<Uid> {
  const deletions = steps.filter(
    ({ actor, requests }) => actor === 'user' && requests.some(({ method }) => method === 'DELETE'),
  );
  return new Set(deletions.flatMap(({ subject }) => subject?.uid ?? []));
}

/** The Namespaces that a user deletes, or that come into deletion, as long as they are stored (NS-08). */
function emptiedIn(
  asked: ReadonlySet<Uid>,
  before: ReadonlyMap<Uid, ApiObject>,
  after: ReadonlyMap<Uid, ApiObject>,
): ReadonlySet<string> {
  const names = [...after].flatMap(([uid, { kind, metadata }]) => {
    const isDeleted = metadata.deletionTimestamp !== undefined;
    const isNew = before.get(uid)?.metadata.deletionTimestamp === undefined;
    return kind === 'Namespace' && isDeleted && (isNew || asked.has(uid)) ? [metadata.name] : [];
  });
  return new Set(names);
}

/** The objects that change, and those of which a user wants something. */
function touchedIn({ steps }: Playback): ReadonlySet<Uid> {
  return new Set(
    steps.flatMap(({ actor, subject, objects }) => [
      ...(actor === 'user' && subject ? [subject.uid] : []),
      ...objects.flatMap(({ before, after }) => (after ?? before)?.metadata.uid ?? []),
    ]),
  );
}

/** The objects that the API server stores after the last step. */
export function storedInTheEnd(view: Playback): ReadonlyMap<Uid, ApiObject> {
  return storedAfter(view, view.steps.length);
}

/** The objects that the API server stores after so many steps. */
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
  const { nodes, steps } = view;
  const stored = firstStored(view);
  const first = new Map<Uid, NodeRecord>();
  for (const record of [...nodes, ...steps.flatMap(({ delta }) => delta.upserts)]) {
    const object = stored.get(record.uid);
    if (record.virtual || first.has(record.uid) || !object) continue;
    first.set(record.uid, { ...record, namespace: object.metadata.namespace ?? '' });
  }
  return first;
}

/** Every object as the API server first had it. */
function firstStored({ objects, steps }: Playback): ReadonlyMap<Uid, ApiObject> {
  const changed = steps.flatMap((step) =>
    step.objects.flatMap(({ before, after }) => before ?? after ?? []),
  );
  const stored = new Map<Uid, ApiObject>();
  for (const object of [...objects, ...changed]) {
    if (!stored.has(object.metadata.uid)) stored.set(object.metadata.uid, object);
  }
  return stored;
}

/** Says whether a terminating object still waits, and for what. */
export function describePlayedWait(record: NodeRecord): string {
  return record.summary?.verdict === 'goes'
    ? 'nothing blocks it any more'
    : `waits for ${waitsFor(record)}`;
}

function waitsFor(record: NodeRecord): string {
  if (record.summary?.blockedBy !== undefined) return record.summary.blockedBy;
  const foreign = record.finalizers.filter((each) => !isCollectorFinalizer(each));
  if (foreign.length > 0) return `finalizer ${foreign.join(', ')}`;
  if (record.deletingDependents) return 'its dependents';
  if (record.kind === 'Pod' && (record.deletionGracePeriodSeconds ?? 0) > 0) {
    return `its kubelet, which gives its containers ${record.deletionGracePeriodSeconds} s to stop`;
  }
  return 'its finalizers';
}
