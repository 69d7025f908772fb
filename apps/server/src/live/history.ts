import { formatTimestamp, isNamespace } from '@gcscope/gc-core';
import {
  type ActivityEntry,
  type GoneObject,
  type GraphDelta,
  groupBy,
  type Millis,
  type NodeRecord,
  type Timestamp,
  type Uid,
} from '@gcscope/gc-core/wire';
import { putLast } from '../base/last-used.ts';
import type { ActivityLog } from './activity-log.ts';
import {
  type Change,
  type Deleter,
  describeChange,
  describeDeleter,
  describeEnd,
} from './describe-history.ts';
import type { Attribution } from './pending-decisions.ts';

/** Objects to remember, living and gone. The one that has not changed for the longest is forgotten first. */
const MOST_OBJECTS = 10_000;
const MOST_ENTRIES = 50;

/** Facts about the cluster that a delta does not contain. */
interface HistoryView {
  /** Whether a Namespace is being deleted. */
  isEnding(namespace: string): boolean;
  record(uid: Uid): NodeRecord | undefined;
  attribute(last: NodeRecord, isGone: (uid: Uid) => boolean): Attribution;
}

/**
 * The recent past of objects as this process saw it. So a link to a uid also works after the object is gone. Every entry also
 * goes to the activity log of the cluster.
 */
export class History {
  readonly #activity: ActivityLog;
  readonly #entries = new Map<Uid, readonly ActivityEntry[]>();
  readonly #tombstones = new Map<Uid, GoneObject>();
  /** The client that began each deletion under way. */
  readonly #deleters = new Map<Uid, Deleter>();

  constructor(activity: ActivityLog) {
    this.#activity = activity;
  }

  /** Notes what a delta did; `before` holds the earlier records of the objects that it changed. */
  record(
    delta: GraphDelta,
    before: ReadonlyMap<Uid, NodeRecord>,
    now: Millis,
    view: HistoryView,
  ): void {
    const at = formatTimestamp(now);
    // A virtual node that no reference names any more never stood for an observed object.
    const left = inOrderOfEnds(
      delta.removes.flatMap((uid) => before.get(uid) ?? []).filter(({ virtual }) => !virtual),
    );
    const removed = new Set(left.map(({ uid }) => uid));
    const ended = new Set(left.filter(isNamespace).map(({ name }) => name));
    const isGone = (uid: Uid): boolean => removed.has(uid) || this.#tombstones.has(uid);
    const deleterOf = (last: NodeRecord, hasOrphaned = false): Deleter =>
      describeDeleter(last, {
        attribution: view.attribute(last, isGone),
        isGone,
        isThere: (uid) => !isGone(uid) && view.record(uid)?.virtual === false,
        isWaiting: (uid) =>
          [before.get(uid), view.record(uid)].some((each) => each?.deletingDependents === true),
        isEnding: (namespace) => ended.has(namespace) || view.isEnding(namespace),
        hasOrphaned,
      });
    const changed = delta.upserts.map((record) => {
      const last = before.get(record.uid);
      const begins = last && !last.virtual && !last.beingDeleted && record.beingDeleted;
      const deleter = begins ? deleterOf(last) : undefined;
      if (deleter) putLast(this.#deleters, record.uid, deleter, MOST_OBJECTS);
      return { record, changes: this.#changesOf(record, last, deleter) };
    });
    const orphaning = orphaningOwners(changed);
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
    for (const last of left) {
      const { uid } = last;
      const deleter = last.beingDeleted
        ? this.#deleters.get(uid)
        : deleterOf(last, orphaning.has(uid));
      this.#deleters.delete(uid);
      const end = describeEnd(last, deleter);
      putLast(this.#tombstones, uid, { record: last, at, text: end.text }, MOST_OBJECTS);
      this.#append(last, at, [end]);
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

  /** The object if it is gone, also while references still name it. */
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

  #changesOf(
    record: NodeRecord,
    last: NodeRecord | undefined,
    deleter: Deleter | undefined,
  ): readonly Change[] {
    const isFirst = !last || last.virtual;
    // This process did not observe the creation of an object that is older than it.
    if (isFirst && (record.creationTimestamp ?? '') < this.#activity.since) return [];
    const changes = describeChange(last, record, deleter);
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
  const inCycles = waiting.filter((each) => !fromTop.has(each));
  const others = records.filter((each) => !each.deletingDependents);
  return [...others, ...inCycles, ...[...fromTop].reverse()];
}
