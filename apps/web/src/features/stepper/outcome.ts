import {
  isCollectorFinalizer,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';

/** The objects after the last step of a simulation; each is in exactly one list. */
export interface Outcome {
  /** Deleted. */
  readonly gone: readonly NodeRecord[];
  /** Still terminating. */
  readonly waiting: readonly NodeRecord[];
  /** With fewer owners than before. */
  readonly orphaned: readonly NodeRecord[];
  /** Unchanged. */
  readonly kept: readonly NodeRecord[];
}

/**
 * Compares every object as the collector first observed it with the last step; `end` is the collector's graph then. An
 * object that left the graph but is still stored is not gone. Virtual owners are left out.
 */
export function outcomeOf(view: Playback, end: ReadonlyMap<Uid, NodeRecord>): Outcome {
  const gone: NodeRecord[] = [];
  const waiting: NodeRecord[] = [];
  const orphaned: NodeRecord[] = [];
  const kept: NodeRecord[] = [];
  const stored = storedInTheEnd(view);
  for (const record of firstObserved(view).values()) {
    const last = end.get(record.uid) ?? (stored.has(record.uid) ? record : undefined);
    if (!last) gone.push(record);
    else if (last.beingDeleted) waiting.push(last);
    else if (last.owners.length < record.owners.length) orphaned.push(last);
    else kept.push(last);
  }
  return { gone, waiting, orphaned, kept };
}

/** The uids of the objects that the API server stores after the last step. */
export function storedInTheEnd({ objects, steps }: Playback): ReadonlySet<Uid> {
  const stored = new Set(objects.map(({ metadata }) => metadata.uid));
  for (const { before, after } of steps.flatMap((step) => step.objects)) {
    if (after) stored.add(after.metadata.uid);
    else if (before) stored.delete(before.metadata.uid);
  }
  return stored;
}

/** Every object as the collector first observed it. */
export function firstObserved({ nodes, steps }: Playback): ReadonlyMap<Uid, NodeRecord> {
  const first = new Map<Uid, NodeRecord>();
  for (const record of [...nodes, ...steps.flatMap(({ delta }) => delta.upserts)]) {
    if (!record.virtual && !first.has(record.uid)) first.set(record.uid, record);
  }
  return first;
}

/** Describes what a terminating object waits for. */
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
