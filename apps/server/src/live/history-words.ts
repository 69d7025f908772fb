import {
  code,
  FOREGROUND_FINALIZER,
  joinSentences,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type OwnerReference,
  type Sentence,
  say,
  type Uid,
} from '@gcscope/gc-core/wire';

/** What happened to an object between two of its states, one sentence each. */
export function tellChange(before: NodeRecord | undefined, after: NodeRecord): Sentence[] {
  if (after.virtual) return [];
  if (!before) return [say`Created.`];
  const told: Sentence[] = [];
  if (before.virtual) told.push(say`Seen for the first time; it was known from references only.`);
  if (!before.beingDeleted && after.beingDeleted) told.push(tellDeletion(after));
  told.push(
    ...added(before.finalizers, after.finalizers).map(
      (each) => say`Finalizer ${code(each)} added.`,
    ),
    ...added(after.finalizers, before.finalizers).map(
      (each) => say`Finalizer ${code(each)} removed.`,
    ),
    ...tellReferences(before, after),
  );
  const [was, is] = [before.summary, after.summary];
  if (is && was?.verdict !== is.verdict && !before.virtual) {
    told.push(say`Verdict: ${is.verdict} (${is.rule}); before: ${was?.verdict ?? 'none'}.`);
  }
  return told;
}

/** Why an object left, as far as its last state tells. `isGone` knows owners that left before or at the same time. */
export function tellEnd(last: NodeRecord, isGone: (uid: Uid) => boolean): Sentence {
  if (last.deletingDependents) {
    return say`Gone: it was deleted in the foreground, and no dependent blocked it any more.`;
  }
  const owner = last.owners.find((reference) => isGone(reference.uid));
  if (owner && last.owners.every((reference) => isGone(reference.uid))) {
    return say`Gone, as the collector decides: ${{ ...owner, namespace: '' }}, its owner, was gone.`;
  }
  if (last.summary?.verdict === 'goes' && !last.beingDeleted) {
    return say`Gone, as the collector decides (${last.summary.rule}): no owner kept it.`;
  }
  if (last.finalizers.length > 0) {
    const names = joinSentences(
      last.finalizers.map((each) => [code(each)]),
      ', ',
    );
    return say`Gone: its deletion ended when the last of its finalizers was removed (${names}).`;
  }
  if (last.beingDeleted) return say`Gone: its deletion ended.`;
  return say`Gone: a client deleted it, not the collector.`;
}

function tellDeletion(record: NodeRecord): Sentence {
  const how = record.finalizers.includes(FOREGROUND_FINALIZER)
    ? ' in the foreground: it waits for its dependents'
    : record.finalizers.includes(ORPHAN_FINALIZER)
      ? ' with Orphan: its dependents lose their reference first'
      : '';
  const grace = record.deletionGracePeriodSeconds ?? 0;
  return say`Deletion began${how}${grace > 0 ? `, with ${grace} s of grace` : ''}.`;
}

function tellReferences(before: NodeRecord, after: NodeRecord): Sentence[] {
  const find = (owners: readonly OwnerReference[], uid: Uid): OwnerReference | undefined =>
    owners.find((each) => each.uid === uid);
  const told = after.owners.flatMap((owner) => {
    const named = { ...owner, namespace: '' };
    const old = find(before.owners, owner.uid);
    if (!old) return [say`Reference to its owner ${named} added.`];
    const blocks = owner.blockOwnerDeletion === true;
    if (blocks === (old.blockOwnerDeletion === true)) return [];
    return [say`Its reference to ${named} ${blocks ? 'blocks it now' : 'no longer blocks it'}.`];
  });
  const lost = before.owners.filter((owner) => !find(after.owners, owner.uid));
  return [
    ...told,
    ...lost.map((owner) => say`Reference to its owner ${{ ...owner, namespace: '' }} removed.`),
  ];
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((each) => !before.includes(each));
}
