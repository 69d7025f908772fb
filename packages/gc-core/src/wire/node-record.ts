import type { Seconds, Timestamp } from '../meta/object-meta.ts';
import type { OwnerReference, Uid } from '../meta/object-reference.ts';

export const VERDICTS = ['stays', 'goes', 'waits', 'not verified'] as const;

/** The verdict of the collector on an object. Pages show these words. */
export type Verdict = (typeof VERDICTS)[number];

export const VERDICT_TIMES = ['now', 'next check', 'restart'] as const;

/** When an object that goes will go: at once; when something next makes the collector look at it; at the collector's restart. */
export type VerdictTime = (typeof VERDICT_TIMES)[number];

/** When an object goes of which a map says "goes next", in a sentence: the same on pages and in terminals. */
export const VERDICT_TIME_SENTENCES: Readonly<Record<VerdictTime, string>> = {
  now: 'The collector is about to check it.',
  'next check':
    "It goes at the collector's next check. The collector checks an object only after a change.",
  restart: 'It goes when the collector restarts. Until then, nothing makes the collector check it.',
};

export const REFERENCE_FINDINGS = [
  'dangling',
  'stale-uid',
  'wrong-kind',
  'wrong-name',
  'wrong-version',
  'cross-namespace',
  'cluster-child-of-namespaced',
  'unresolvable',
] as const;

/** A fault of an owner reference. The names are those of the audit rules. */
export type ReferenceFinding = (typeof REFERENCE_FINDINGS)[number];

/** An invalid reference among the record's `owners`. */
export interface WrongReference {
  /** Index into `owners`. */
  readonly index: number;
  readonly finding: ReferenceFinding;
}

/** The verdict on one object, short enough to travel with its record. */
export interface VerdictSummary {
  readonly verdict: Verdict;
  /** The rule that decides. */
  readonly rule: string;
  readonly when?: VerdictTime;
  /** Only once a deletion does not end without help: what blocks it, as words to show (`finalizer example.com/hold`). */
  readonly blockedBy?: string;
  /**
   * References that do not hold. A missing or replaced owner that was seen to be deleted makes none wrong. Of an object in deletion
   * only those whose owner is somewhere else are wrong (AD-02).
   */
  readonly wrong?: readonly WrongReference[];
}

/** One node of the collector's graph as it travels. An owner that was never seen is a virtual record: both ends of an edge exist. */
export interface NodeRecord {
  readonly uid: Uid;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  readonly name: string;
  readonly owners: readonly OwnerReference[];
  readonly finalizers: readonly string[];
  readonly resourceVersion?: string;
  readonly creationTimestamp?: Timestamp;
  readonly deletionTimestamp?: Timestamp;
  readonly deletionGracePeriodSeconds?: Seconds;
  /** Inferred from a reference, never seen itself. */
  readonly virtual: boolean;
  readonly beingDeleted: boolean;
  /** Waits for its dependents in a foreground deletion. */
  readonly deletingDependents: boolean;
  readonly summary?: VerdictSummary;
}

/** The one meaning a node is drawn with, everywhere: map, lists, SVG, legend. */
export type Mark =
  | 'calm'
  | 'terminating'
  | 'blocked'
  | 'goes'
  | 'virtual'
  | 'not-verified'
  | Absence;

/** Why an object is not there for all; it is shown in its last known state. */
export type Absence =
  /** Neither the API server nor the collector has it. */
  | 'gone'
  /** The collector has it, the API server no longer: only in a simulation. */
  | 'removed'
  /** The API server has it, the collector no longer: only in a simulation. */
  | 'forgotten';

/** The mark of a record; a wrong reference is an outline beside it, see `hasWrongReference`. */
export function markOf(record: Pick<NodeRecord, 'virtual' | 'beingDeleted' | 'summary'>): Mark {
  return markFrom(record, record.summary);
}

/** As `markOf`, from what records may have in common. */
export function markFrom(
  { virtual, beingDeleted }: Pick<NodeRecord, 'virtual' | 'beingDeleted'>,
  summary: VerdictSummary | undefined,
): Mark {
  if (virtual) return 'virtual';
  if (beingDeleted) return summary?.blockedBy === undefined ? 'terminating' : 'blocked';
  if (summary?.verdict === 'goes') return 'goes';
  if (summary?.verdict === 'not verified') return 'not-verified';
  return 'calm';
}

/** Whether one of the record's references does not hold. */
export function hasWrongReference({ summary }: Pick<NodeRecord, 'summary'>): boolean {
  return (summary?.wrong?.length ?? 0) > 0;
}
