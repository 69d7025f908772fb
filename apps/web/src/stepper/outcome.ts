import { isCollectorFinalizer, type NodeRecord, type Uid } from '@gcscope/gc-core/wire';

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

/** Compares the graph before the first step with the one after the last. Virtual owners are no objects. */
export function outcomeOf(
  before: Iterable<NodeRecord>,
  end: ReadonlyMap<Uid, NodeRecord>,
): Outcome {
  const gone: NodeRecord[] = [];
  const waiting: NodeRecord[] = [];
  const orphaned: NodeRecord[] = [];
  const kept: NodeRecord[] = [];
  for (const record of before) {
    if (record.virtual) continue;
    const last = end.get(record.uid);
    if (!last) gone.push(record);
    else if (last.beingDeleted) waiting.push(last);
    else if (last.owners.length < record.owners.length) orphaned.push(last);
    else kept.push(last);
  }
  return { gone, waiting, orphaned, kept };
}

/** What an object that is being deleted waits for, as words. */
export function waitsFor(record: NodeRecord): string {
  if (record.standing?.blockedBy !== undefined) return record.standing.blockedBy;
  const foreign = record.finalizers.filter((each) => !isCollectorFinalizer(each));
  if (foreign.length > 0) return `finalizer ${foreign.join(', ')}`;
  if (record.deletingDependents) return 'its dependents';
  if (record.kind === 'Pod' && (record.deletionGracePeriodSeconds ?? 0) > 0) {
    return `its kubelet, at most ${record.deletionGracePeriodSeconds} s`;
  }
  return 'its finalizers';
}
