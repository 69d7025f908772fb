import { objectName } from '@gcscope/gc-core';
import {
  FOREGROUND_FINALIZER,
  type NodeRecord,
  ORPHAN_FINALIZER,
  type OwnerReference,
  type Uid,
} from '@gcscope/gc-core/wire';

/** What happened to an object between two of its states, one sentence each. */
export function tellChange(before: NodeRecord | undefined, after: NodeRecord): string[] {
  if (after.virtual) return [];
  if (!before) return ['Created.'];
  const told: string[] = [];
  if (before.virtual) told.push('Seen for the first time; it was known from references only.');
  if (!before.beingDeleted && after.beingDeleted) told.push(tellDeletion(after));
  told.push(
    ...added(before.finalizers, after.finalizers).map((each) => `Finalizer \`${each}\` added.`),
    ...added(after.finalizers, before.finalizers).map((each) => `Finalizer \`${each}\` removed.`),
    ...tellReferences(before, after),
  );
  const [was, is] = [before.standing, after.standing];
  if (is && was?.verdict !== is.verdict && !before.virtual) {
    told.push(`Verdict: ${is.verdict} (${is.rule}); before: ${was?.verdict ?? 'none'}.`);
  }
  return told;
}

/** Why an object left, as far as its last state tells. `isGone` knows owners that left before or at the same time. */
export function tellEnd(last: NodeRecord, isGone: (uid: Uid) => boolean): string {
  if (last.deletingDependents) {
    return 'Gone: it was deleted in the foreground, and no dependent blocked it any more.';
  }
  const owner = last.owners.find((reference) => isGone(reference.uid));
  if (owner && last.owners.every((reference) => isGone(reference.uid))) {
    return `Gone, as the collector decides: ${objectName({ ...owner, namespace: '' })}, its owner, was gone.`;
  }
  if (last.standing?.verdict === 'goes' && !last.beingDeleted) {
    return `Gone, as the collector decides (${last.standing.rule}): no owner kept it.`;
  }
  if (last.finalizers.length > 0) {
    const names = last.finalizers.map((each) => `\`${each}\``).join(', ');
    return `Gone: its deletion ended when the last of its finalizers was removed (${names}).`;
  }
  if (last.beingDeleted) return 'Gone: its deletion ended.';
  return 'Gone: somebody deleted it; the collector had no reason to.';
}

function tellDeletion(record: NodeRecord): string {
  const how = record.finalizers.includes(FOREGROUND_FINALIZER)
    ? ' in the foreground: it waits for its dependents'
    : record.finalizers.includes(ORPHAN_FINALIZER)
      ? ' with Orphan: its dependents lose their reference first'
      : '';
  const grace = record.deletionGracePeriodSeconds ?? 0;
  return `Deletion began${how}${grace > 0 ? `, with ${grace} s of grace` : ''}.`;
}

function tellReferences(before: NodeRecord, after: NodeRecord): string[] {
  const find = (owners: readonly OwnerReference[], uid: Uid): OwnerReference | undefined =>
    owners.find((each) => each.uid === uid);
  const told = after.owners.flatMap((owner) => {
    const name = objectName({ ...owner, namespace: '' });
    const old = find(before.owners, owner.uid);
    if (!old) return [`Reference to its owner ${name} added.`];
    const blocks = owner.blockOwnerDeletion === true;
    if (blocks === (old.blockOwnerDeletion === true)) return [];
    return [`Its reference to ${name} ${blocks ? 'blocks it now' : 'no longer blocks it'}.`];
  });
  const lost = before.owners.filter((owner) => !find(after.owners, owner.uid));
  return [
    ...told,
    ...lost.map(
      (owner) => `Reference to its owner ${objectName({ ...owner, namespace: '' })} removed.`,
    ),
  ];
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((each) => !before.includes(each));
}
