import {
  type ActivityType,
  code,
  FOREGROUND_FINALIZER,
  isCollectorFinalizer,
  joinSentences,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type OwnerReference,
  type Sentence,
  say,
  type Uid,
} from '@gcscope/gc-core/wire';

/** A line of an object's past that has no time yet. */
export interface Change {
  readonly type: ActivityType;
  readonly text: Sentence;
  /** Of a reference: whom it names or named. */
  readonly owner?: Uid;
  /** It follows from a kind that became readable or unreadable, for which the activity has a line of its own. */
  readonly isOfKind?: boolean;
}

/** What happened to an object between two of its states. */
export function describeChange(before: NodeRecord | undefined, after: NodeRecord): Change[] {
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
export interface EndContext {
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
export function describeEnd(
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
