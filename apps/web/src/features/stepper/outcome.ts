import {
  isCollectorFinalizer,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';

/** What becomes of the objects of a simulation once it is at rest; each is in exactly one list. */
export interface Outcome {
  /** No longer there. */
  readonly gone: readonly NodeRecord[];
  /** Being deleted, and still there. */
  readonly waiting: readonly NodeRecord[];
  /** There, with fewer owners than before. */
  readonly orphaned: readonly NodeRecord[];
  /** There as before. */
  readonly kept: readonly NodeRecord[];
}

/**
 * Compares every object as it was first seen with what is left of it after the last step: `end` is the collector's graph then.
 * What the collector has lost sight of and the API server still holds is not gone. Virtual owners are no objects.
 */
export function outcomeOf(view: Playback, end: ReadonlyMap<Uid, NodeRecord>): Outcome {
  const gone: NodeRecord[] = [];
  const waiting: NodeRecord[] = [];
  const orphaned: NodeRecord[] = [];
  const kept: NodeRecord[] = [];
  const stored = storedInTheEnd(view);
  for (const record of firstSeen(view).values()) {
    const last = end.get(record.uid) ?? (stored.has(record.uid) ? record : undefined);
    if (!last) gone.push(record);
    else if (last.beingDeleted) waiting.push(last);
    else if (last.owners.length < record.owners.length) orphaned.push(last);
    else kept.push(last);
  }
  return { gone, waiting, orphaned, kept };
}

/** The uids of what the API server holds after the last step. */
export function storedInTheEnd({ objects, steps }: Playback): ReadonlySet<Uid> {
  const stored = new Set(objects.map(({ metadata }) => metadata.uid));
  for (const { before, after } of steps.flatMap((step) => step.objects)) {
    if (after) stored.add(after.metadata.uid);
    else if (before) stored.delete(before.metadata.uid);
  }
  return stored;
}

/** Every object as the collector first saw it: before the first step, or in the course of things. */
export function firstSeen({ nodes, steps }: Playback): ReadonlyMap<Uid, NodeRecord> {
  const first = new Map<Uid, NodeRecord>();
  for (const record of [...nodes, ...steps.flatMap(({ delta }) => delta.upserts)]) {
    if (!record.virtual && !first.has(record.uid)) first.set(record.uid, record);
  }
  return first;
}

/** What an object that is being deleted waits for, as words. */
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
