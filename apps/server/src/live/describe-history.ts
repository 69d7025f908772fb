import {
  type ActivityType,
  code,
  type DeletedBy,
  FOREGROUND_FINALIZER,
  isCollectorFinalizer,
  joinSentences,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type OwnerReference,
  rule,
  type Sentence,
  say,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { Attribution } from './pending-decisions.ts';

/** A line of an object's past that has no time yet. */
export interface Change {
  readonly type: ActivityType;
  readonly text: Sentence;
  /** For a deletion: the text without the deleter. */
  readonly withoutDeleter?: Sentence;
  /** For a deletion: gcscope attributes it to the collector. */
  readonly byCollector?: true;
  /** For a deletion: the supposed deleter of the object. */
  readonly deletedBy?: DeletedBy;
  /** For a reference: the owner that it names or named. */
  readonly owner?: Uid;
  /** It follows from a kind that became readable or unreadable, for which the activity has a line of its own. */
  readonly isOfKind?: boolean;
}

/** The deleter of an object, as far as its last state before tells. */
export interface Deleter {
  readonly text: Sentence;
  readonly deletedBy: DeletedBy;
  readonly byCollector?: true;
}

/** Describes the change of an object between two of its states; `deleter` is the client that began its deletion. */
export function describeChange(
  before: NodeRecord | undefined,
  after: NodeRecord,
  deleter: Deleter | undefined,
): Change[] {
  if (after.virtual) return [];
  if (!before || before.virtual) {
    const text = before ? say`Created. A reference had already named it.` : say`Created.`;
    return [{ type: 'created', text }];
  }
  const changes: Change[] = [];
  const begins = deleter !== undefined;
  if (begins) changes.push(describeDeletion(after, deleter));
  for (const each of added(before.finalizers, after.finalizers)) {
    // The propagation policy in the sentence on the deletion already says so.
    if (begins && isCollectorFinalizer(each)) continue;
    changes.push({ type: 'finalizer', text: say`Finalizer ${code(each)} added.` });
  }
  for (const each of added(after.finalizers, before.finalizers)) {
    changes.push({ type: 'finalizer', text: say`Finalizer ${code(each)} removed.` });
  }
  changes.push(...describeReferences(before, after));
  // An object in deletion waits.
  if (begins && after.summary?.verdict === 'waits') return changes;
  return [...changes, ...describeVerdict(before.summary, after.summary)];
}

function describeVerdict(was: NodeRecord['summary'], is: NodeRecord['summary']): Change[] {
  if (!is || was?.verdict === is.verdict) return [];
  const text = was
    ? say`Verdict changed from “${was.verdict}” to “${is.verdict}” ${rule(is.rule)}.`
    : say`Verdict: ${is.verdict} ${rule(is.rule)}.`;
  const isOfKind = [was?.verdict, is.verdict].includes('not verified');
  return [{ type: 'verdict', text, isOfKind }];
}

/** Facts beside the last state of an object before its deletion. */
export interface DeletionContext {
  /** Whom the deletion is attributed to. */
  readonly attribution: Attribution;
  /** Whether an owner left before, or at the same time. */
  readonly isGone: (uid: Uid) => boolean;
  /** Whether an owner is there, as far as the graph knows. */
  readonly isThere: (uid: Uid) => boolean;
  /** Whether an owner, which may have left at the same time, waits for its dependents in a foreground deletion. */
  readonly isWaiting: (uid: Uid) => boolean;
  /** Whether a Namespace is being deleted, or left at the same time. */
  readonly isEnding: (namespace: string) => boolean;
  /** Whether its dependents lost their reference to it, and have no other owner: the collector does that only to orphan them. */
  readonly hasOrphaned: boolean;
}

/** The same answer as the numbers of deletions. */
export function describeDeleter(last: NodeRecord, context: DeletionContext): Deleter {
  const text = sayWhoDeleted(last, context);
  const deletedBy = DELETED_BY[context.attribution];
  return { text, deletedBy, ...(deletedBy === 'collector' && { byCollector: true }) };
}

const DELETED_BY: Readonly<Record<Attribution, DeletedBy>> = {
  byCollector: 'collector',
  byOthers: 'others',
  early: 'unknown',
  unverified: 'unknown',
};

function sayWhoDeleted(last: NodeRecord, context: DeletionContext): Sentence {
  const { owners, summary } = last;
  const { attribution, isGone, isThere, isWaiting, isEnding, hasOrphaned } = context;
  const decided =
    summary?.verdict === 'goes' ? [{ type: 'text', text: ' ' } as const, rule(summary.rule)] : [];
  if (attribution === 'byCollector') {
    const waiting = owners.find(({ uid }) => isWaiting(uid));
    const owner = waiting ?? owners.find(({ uid }) => isGone(uid));
    const how = waiting ? 'was being deleted in the foreground' : 'was gone';
    const why = owner ? say`its owner ${named(owner)} ${how}` : say`no owner kept it`;
    return say`The collector probably deleted it: ${why}${decided}.`;
  }
  if (isEnding(last.namespace)) {
    return say`The namespace controller probably deleted it: its Namespace was being deleted.`;
  }
  if (attribution === 'early') {
    return say`gcscope does not know who deleted it: no owner kept it, but the collector had no reason to check it${decided}.`;
  }
  if (attribution === 'unverified') {
    return say`gcscope does not know who deleted it: its verdict was not verified.`;
  }
  if (hasOrphaned) {
    return say`A controller or a person probably deleted it with Orphan: its dependents lost their reference first.`;
  }
  if (owners.length === 0)
    return say`A controller or a person deleted it, not the collector: it had no owner.`;
  const wrong = summary?.wrong?.map(({ index }) => index) ?? [];
  const keeper = owners.find(({ uid }, at) => !wrong.includes(at) && isThere(uid));
  // News of the owner's end may arrive later.
  const why = keeper ? say`: its owner ${named(keeper)} existed, as far as gcscope knew` : '';
  return say`A controller or a person probably deleted it, not the collector${why}.`;
}

/** How an object left; `deleter` says who deleted it, if that is known. */
export function describeEnd(last: NodeRecord, deleter: Deleter | undefined): Change {
  const how = describeLeaving(last);
  const {
    text: who,
    deletedBy,
    byCollector,
  } = deleter ?? {
    text: say`gcscope has no record of how its deletion began.`,
    deletedBy: 'unknown' as const,
  };
  return {
    type: 'gone',
    text: say`${how} ${who}`,
    withoutDeleter: how,
    ...(byCollector && { byCollector }),
    deletedBy,
  };
}

function describeLeaving(last: NodeRecord): Sentence {
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
  return last.beingDeleted ? say`Gone: its deletion is complete.` : say`Gone.`;
}

function describeDeletion(record: NodeRecord, { text: who, ...by }: Deleter): Change {
  const how = record.finalizers.includes(FOREGROUND_FINALIZER)
    ? ', in the foreground: it waits for its dependents'
    : record.finalizers.includes(ORPHAN_FINALIZER)
      ? ', with Orphan: its dependents lose their reference first'
      : '';
  const grace = record.deletionGracePeriodSeconds ?? 0;
  const began = say`Deletion began${how}.`;
  const waits = grace > 0 ? ` Its grace period is ${grace} s.` : '';
  return {
    type: 'deleting',
    text: say`${began} ${who}${waits}`,
    withoutDeleter: say`${began}${waits}`,
    ...by,
  };
}

function describeReferences(before: NodeRecord, after: NodeRecord): Change[] {
  const find = (owners: readonly OwnerReference[], uid: Uid): OwnerReference | undefined =>
    owners.find((each) => each.uid === uid);
  const change = (text: Sentence, { uid: owner }: OwnerReference): Change => {
    return { type: 'reference', text, owner };
  };
  const changed = after.owners.flatMap((owner) => {
    const old = find(before.owners, owner.uid);
    if (!old) return [change(say`Reference to its owner ${named(owner)} added.`, owner)];
    const blocks = owner.blockOwnerDeletion === true;
    if (blocks === (old.blockOwnerDeletion === true)) return [];
    const how = blocks ? 'blocks it now' : 'no longer blocks it';
    return [change(say`Its reference to ${named(owner)} ${how}.`, owner)];
  });
  const lost = before.owners.filter((owner) => !find(after.owners, owner.uid));
  const removed = lost.map((owner) =>
    change(say`Reference to its owner ${named(owner)} removed.`, owner),
  );
  return [...changed, ...removed];
}

/** An owner by kind and name: it is in the namespace of its dependent, or in none. */
function named(owner: OwnerReference): OwnerReference & { readonly namespace: string } {
  return { ...owner, namespace: '' };
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((each) => !before.includes(each));
}
