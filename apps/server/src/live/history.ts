import { formatTimestamp, isNamespace } from '@gcscope/gc-core';
import {
  type ActivityEntry,
  type ActivityType,
  code,
  FOREGROUND_FINALIZER,
  type GoneObject,
  type GraphDelta,
  groupBy,
  isCollectorFinalizer,
  joinSentences,
  type Millis,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type OwnerReference,
  type Sentence,
  say,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';
import type { ActivityLog } from './activity-log.ts';

/** Objects remembered, living and gone; the least recently changed one is forgotten first. */
const MOST_OBJECTS = 10_000;
const MOST_ENTRIES = 50;

/**
 * The recent past of objects as this process saw it, so that a link to a uid answers after the end too. Every line goes to the
 * log of the cluster's activity as well.
 */
export class History {
  readonly #activity: ActivityLog;
  readonly #entries = new Map<Uid, readonly ActivityEntry[]>();
  readonly #tombstones = new Map<Uid, GoneObject>();

  constructor(activity: ActivityLog) {
    this.#activity = activity;
  }

  /** Notes what a delta did; `before` holds the former records of what it changed, `isEnding` knows Namespaces in deletion. */
  record(
    delta: GraphDelta,
    before: ReadonlyMap<Uid, NodeRecord>,
    now: Millis,
    isEnding: (namespace: string) => boolean,
  ): void {
    const at = formatTimestamp(now);
    const changed = delta.upserts.map((record) => ({
      record,
      changes: this.#changesOf(record, before.get(record.uid)),
    }));
    const orphaning = orphaningOwners(changed);
    const left = inOrderOfEnds(delta.removes.flatMap((uid) => before.get(uid) ?? []));
    const removed = new Set(delta.removes);
    const causes = new Set(left.filter((each) => !each.deletingDependents).map(({ uid }) => uid));
    // Within a delta nothing tells the order: a deletion that began and references that were removed to orphan may have led to
    // ends, and ends to other deletions and verdicts.
    const isEarly = ({ owners }: NodeRecord, { type, owner }: Change): boolean =>
      type === 'deleting'
        ? !owners.some(({ uid }) => causes.has(uid))
        : owner !== undefined && orphaning.has(owner);
    for (const { record, changes } of changed) {
      this.#append(
        record,
        at,
        changes.filter((change) => isEarly(record, change)),
      );
    }
    const ended = new Set(left.filter(isNamespace).map(({ name }) => name));
    for (const last of left) {
      // A virtual node that no reference names any more never stood for an observed object.
      if (last.virtual) continue;
      const { uid } = last;
      const text = describeEnd(last, {
        isGone: (owner) => removed.has(owner) || this.#tombstones.has(owner),
        isWaiting: (owner) => before.get(owner)?.deletingDependents === true && removed.has(owner),
        isEnding: (namespace) => ended.has(namespace) || isEnding(namespace),
        hasOrphaned: orphaning.has(uid),
      });
      putLast(this.#tombstones, uid, { record: last, at, text }, MOST_OBJECTS);
      this.#append(last, at, [{ type: 'gone', text }]);
    }
    for (const { record, changes } of changed) {
      // A virtual node for it does not mean that the object is back.
      if (!record.virtual) this.#tombstones.delete(record.uid);
      const others = changes.filter((change) => !isEarly(record, change));
      this.#append(record, at, others);
    }
  }

  /** Notes what was found about an object that did not change. */
  note(record: NodeRecord, change: Change, now: Millis): void {
    this.#append(record, formatTimestamp(now), [change]);
  }

  /** The recent past of an object, oldest first. */
  of(uid: Uid): readonly ActivityEntry[] {
    return this.#entries.get(uid) ?? [];
  }

  /** The object if it is gone; one that is only referred to now is. */
  tombstone(uid: Uid): GoneObject | undefined {
    return this.#tombstones.get(uid);
  }

  /** All objects that are gone, as far as they are remembered. */
  tombstones(): Iterable<GoneObject> {
    return this.#tombstones.values();
  }

  /** The recent past of all objects. */
  pasts(): Iterable<readonly ActivityEntry[]> {
    return this.#entries.values();
  }

  #changesOf(record: NodeRecord, last: NodeRecord | undefined): readonly Change[] {
    const isFirst = !last || last.virtual;
    // What was created before this process began was not seen being created.
    if (isFirst && (record.creationTimestamp ?? '') < this.#activity.since) return [];
    const changes = describeChange(last, record);
    // Where nothing says that it was lost, the first verdict came only now: the lists of other kinds were not read before.
    const isFirstVerdict =
      last?.summary?.verdict === 'not verified' &&
      !this.of(record.uid).some(({ type }) => type === 'verdict');
    return isFirstVerdict ? changes.filter(({ type }) => type !== 'verdict') : changes;
  }

  #append(record: NodeRecord, at: Timestamp, changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const { apiVersion, kind, namespace, name, uid } = record;
    const object = { apiVersion, kind, namespace, name, uid };
    const entries = changes.map(({ isOfKind = false, ...change }) =>
      this.#activity.add({ ...change, at, object }, !isOfKind),
    );
    const past = [...this.of(uid), ...entries].slice(-MOST_ENTRIES);
    putLast(this.#entries, uid, past, MOST_OBJECTS);
  }
}

/** Owners whose dependents lost their reference to them, and have no other. */
function orphaningOwners(
  changed: readonly { readonly record: NodeRecord; readonly changes: readonly Change[] }[],
): ReadonlySet<Uid> {
  const owners = changed.flatMap(({ record, changes }) =>
    record.owners.length > 0
      ? []
      : changes.flatMap(({ type, owner }) => (type === 'reference' && owner ? [owner] : [])),
  );
  return new Set(owners);
}

/**
 * Objects that left at the same time: those that waited for their dependents in a foreground deletion are the last, and owners are
 * behind their dependents. Linear.
 */
function inOrderOfEnds(records: readonly NodeRecord[]): readonly NodeRecord[] {
  const waiting = records.filter((each) => each.deletingDependents);
  const uids = new Set(waiting.map(({ uid }) => uid));
  const below = groupBy(
    waiting.flatMap((record) => record.owners.map(({ uid: owner }) => ({ owner, record }))),
    ({ owner }) => owner,
  );
  const fromTop = new Set(waiting.filter(({ owners }) => !owners.some(({ uid }) => uids.has(uid))));
  // A Set yields what is added while it is walked.
  for (const { uid } of fromTop) {
    for (const { record } of below.get(uid) ?? []) fromTop.add(record);
  }
  const inCircles = waiting.filter((each) => !fromTop.has(each));
  const others = records.filter((each) => !each.deletingDependents);
  return [...others, ...inCircles, ...[...fromTop].reverse()];
}

/** A line of an object's past that has no time yet. */
interface Change {
  readonly type: ActivityType;
  readonly text: Sentence;
  /** Of a reference: whom it names or named. */
  readonly owner?: Uid;
  /** It follows from a kind that became readable or unreadable, for which the activity has a line of its own. */
  readonly isOfKind?: boolean;
}

/** What happened to an object between two of its states. */
function describeChange(before: NodeRecord | undefined, after: NodeRecord): Change[] {
  if (after.virtual) return [];
  if (!before || before.virtual) {
    const text = before ? say`Created; a reference named it before.` : say`Created.`;
    return [{ type: 'created', text }];
  }
  const changes: Change[] = [];
  const begins = !before.beingDeleted && after.beingDeleted;
  if (begins) changes.push({ type: 'deleting', text: describeDeletion(before, after) });
  for (const each of added(before.finalizers, after.finalizers)) {
    // The propagation policy in the sentence on the deletion already says so.
    if (begins && isCollectorFinalizer(each)) continue;
    changes.push({ type: 'finalizer', text: say`Finalizer ${code(each)} added.` });
  }
  for (const each of added(after.finalizers, before.finalizers)) {
    changes.push({ type: 'finalizer', text: say`Finalizer ${code(each)} removed.` });
  }
  changes.push(...describeReferences(before, after));
  return [...changes, ...describeVerdict(before.summary, after.summary)];
}

function describeVerdict(was: NodeRecord['summary'], is: NodeRecord['summary']): Change[] {
  if (!is || was?.verdict === is.verdict) return [];
  const text = was
    ? say`Verdict changed from “${was.verdict}” to “${is.verdict}” (${is.rule}).`
    : say`Verdict: ${is.verdict} (${is.rule}).`;
  const isOfKind = [was?.verdict, is.verdict].includes('not verified');
  return [{ type: 'verdict', text, isOfKind }];
}

/** What is known beside the last state of an object that left. */
interface EndContext {
  /** Whether an owner left before, or at the same time. */
  readonly isGone: (uid: Uid) => boolean;
  /** Whether an owner that left at the same time had waited for its dependents, in a foreground deletion. */
  readonly isWaiting: (uid: Uid) => boolean;
  /** Whether a Namespace is being deleted, or left at the same time. */
  readonly isEnding: (namespace: string) => boolean;
  /** Whether its dependents lost their reference to it, and have no other owner: the collector does that only to orphan them. */
  readonly hasOrphaned: boolean;
}

/** Why an object left, as far as its last state tells. */
function describeEnd(
  last: NodeRecord,
  { isGone, isWaiting, isEnding, hasOrphaned }: EndContext,
): Sentence {
  if (last.deletingDependents) {
    return say`Gone: it was deleted in the foreground, and no dependent blocked it any more.`;
  }
  if (last.finalizers.length > 0) {
    const names = joinSentences(
      last.finalizers.map((each) => [code(each)]),
      ', ',
    );
    return say`Gone: its deletion ended when the last of its finalizers was removed (${names}).`;
  }
  // Why it began was said then.
  if (last.beingDeleted) return say`Gone: its deletion is complete.`;
  const waiting = last.owners.find(({ uid }) => isWaiting(uid));
  if (waiting) {
    return say`Gone, probably deleted by the collector: its owner ${{ ...waiting, namespace: '' }} was being deleted in the foreground.`;
  }
  const owner = last.owners.find((reference) => isGone(reference.uid));
  if (owner && last.owners.every((reference) => isGone(reference.uid))) {
    return say`Gone, probably deleted by the collector: its owner ${{ ...owner, namespace: '' }} was gone.`;
  }
  if (last.summary?.verdict === 'goes') {
    return say`Gone, probably deleted by the collector (${last.summary.rule}): no owner kept it.`;
  }
  if (isEnding(last.namespace)) {
    return say`Gone, probably deleted by the namespace controller: its Namespace was being deleted.`;
  }
  if (hasOrphaned) {
    return say`Gone: a client deleted it with Orphan, and its dependents lost their reference first.`;
  }
  return say`Gone: a client deleted it, not the collector.`;
}

function describeDeletion({ summary }: NodeRecord, record: NodeRecord): Sentence {
  const isDecided = summary?.verdict === 'goes' && summary.when === 'now';
  const why = isDecided ? `, probably by the collector (${summary.rule})` : '';
  const how = record.finalizers.includes(FOREGROUND_FINALIZER)
    ? ', in the foreground: it waits for its dependents'
    : record.finalizers.includes(ORPHAN_FINALIZER)
      ? ', with Orphan: its dependents lose their reference first'
      : '';
  const grace = record.deletionGracePeriodSeconds ?? 0;
  return say`Deletion began${why}${how}.${grace > 0 ? ` Its grace period is ${grace} s.` : ''}`;
}

function describeReferences(before: NodeRecord, after: NodeRecord): Change[] {
  const find = (owners: readonly OwnerReference[], uid: Uid): OwnerReference | undefined =>
    owners.find((each) => each.uid === uid);
  const change = (text: Sentence, { uid: owner }: OwnerReference): Change => {
    return { type: 'reference', text, owner };
  };
  const changed = after.owners.flatMap((owner) => {
    const named = { ...owner, namespace: '' };
    const old = find(before.owners, owner.uid);
    if (!old) return [change(say`Reference to its owner ${named} added.`, owner)];
    const blocks = owner.blockOwnerDeletion === true;
    if (blocks === (old.blockOwnerDeletion === true)) return [];
    const how = blocks ? 'blocks it now' : 'no longer blocks it';
    return [change(say`Its reference to ${named} ${how}.`, owner)];
  });
  const lost = before.owners.filter((owner) => !find(after.owners, owner.uid));
  const removed = lost.map((owner) =>
    change(say`Reference to its owner ${{ ...owner, namespace: '' }} removed.`, owner),
  );
  return [...changed, ...removed];
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((each) => !before.includes(each));
}
