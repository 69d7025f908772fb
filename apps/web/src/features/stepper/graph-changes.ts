import type { GraphDelta, NodeRecord, Uid } from '@gcscope/gc-core/wire';

/** The changes of one node of the collector's graph. */
export interface GraphChangeText {
  readonly record: NodeRecord;
  /** The important ones first. */
  readonly changes: readonly string[];
}

/**
 * Describes the visible changes of a delta; `inverse` is the delta that undoes it. There is no verdict on what the API
 * server has removed, though the collector still knows it.
 */
export function graphChanges(
  delta: GraphDelta,
  inverse: GraphDelta,
  removed: ReadonlySet<Uid>,
): GraphChangeText[] {
  const before = new Map(inverse.upserts.map((record) => [record.uid, record]));
  const changed = delta.upserts.map((record) => ({
    record,
    changes: recordChanges(before.get(record.uid), record, removed.has(record.uid)),
  }));
  const gone = delta.removes.flatMap((uid): GraphChangeText[] => {
    const record = before.get(uid);
    return record ? [{ record, changes: ['left the graph'] }] : [];
  });
  return [...changed, ...gone].filter(({ changes }) => changes.length > 0);
}

function recordChanges(
  before: NodeRecord | undefined,
  after: NodeRecord,
  isRemoved: boolean,
): string[] {
  if (!before) {
    return [`entered the graph${after.virtual ? ', known only from a reference' : ''}`];
  }
  return [
    before.virtual && !after.virtual && 'was observed',
    !before.beingDeleted && after.beingDeleted && 'is being deleted',
    !before.deletingDependents && after.deletingDependents && 'waits for its dependents',
    describeOwnerChange(after.owners.length - before.owners.length),
    !isRemoved && describeVerdictChange(before, after),
    !isRemoved && describeBlockerChange(before, after),
  ].filter((change) => change !== false);
}

function describeOwnerChange(more: number): string | false {
  if (more === 0) return false;
  const count = Math.abs(more) === 1 ? 'an owner' : `${Math.abs(more)} owners`;
  return `${more < 0 ? 'lost' : 'got'} ${count}`;
}

function describeVerdictChange(
  { summary: before }: NodeRecord,
  { summary: after }: NodeRecord,
): string | false {
  if (after === undefined || before?.verdict === after.verdict) return false;
  return before
    ? `verdict: ${after.verdict} (was: ${before.verdict})`
    : `verdict: ${after.verdict}`;
}

function describeBlockerChange(
  { summary: before }: NodeRecord,
  { summary: after }: NodeRecord,
): string | false {
  if (before?.blockedBy === after?.blockedBy) return false;
  return after?.blockedBy === undefined ? 'no longer blocked' : `blocked by ${after.blockedBy}`;
}
