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
import { type Change, describeChange, describeEnd } from './describe-history.ts';

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
