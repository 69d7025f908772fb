import type { Timestamp } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { Sentence } from '../meta/sentence.ts';

/** The type of a change; `kind`: a kind is found or lost, can no longer be read, or can be read again. */
export type ActivityType =
  | 'created'
  | 'deleting'
  | 'gone'
  | 'finalizer'
  | 'reference'
  | 'verdict'
  /** The collector has not done in time what gcscope expects of it. */
  | 'overdue'
  | 'kind';

export const ACTIVITY_TYPES: readonly ActivityType[] = [
  'created',
  'deleting',
  'gone',
  'finalizer',
  'reference',
  'verdict',
  'overdue',
  'kind',
];

export const DELETERS = ['collector', 'others', 'unknown'] as const;

/** The client that deleted an object, as far as gcscope can infer. */
export type DeletedBy = (typeof DELETERS)[number];

/** One line of the recent past of an object, or of the cluster, as this process saw it. */
export interface ActivityEntry {
  /** Higher than that of all that was seen before. */
  readonly seq: number;
  readonly type: ActivityType;
  readonly at: Timestamp;
  readonly text: Sentence;
  /** The text without the client that deleted the object, for where another line names it. */
  readonly withoutDeleter?: Sentence;
  /** The collector deleted the object, as far as gcscope can infer. */
  readonly byCollector?: true;
  /** Set where a deletion began, and where the object left: `Deletions` counts one for both. */
  readonly deletedBy?: DeletedBy;
  /** Absent where a kind as a whole is meant. */
  readonly object?: ObjectReference;
  /** The owner that a reference names or named. */
  readonly owner?: Uid;
  /** Whether a kind can be read from then on. */
  readonly isReadable?: boolean;
}

/** The deletions that began or ended since this process began, by who deleted the object, as far as gcscope can infer. */
export interface Deletions {
  /** The collector, as its verdict had said. */
  readonly byCollector: number;
  /** Others: the collector would have kept the object, or gcscope's verdict was wrong. */
  readonly byOthers: number;
  /** Its verdict was not verified, nothing was known to make the collector look at it, or its deletion began earlier. */
  readonly unknown: number;
}

/** Answer of `GET /api/v1/activity`. */
export interface Activity {
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
  /** When this process began to watch: it does not know what happened earlier. */
  readonly since: Timestamp;
  /** Remembered lines that fit the request, of all pages. */
  readonly total: number;
  /** All remembered lines, whatever is asked for. */
  readonly remembered: number;
  /** Whether older lines are forgotten. */
  readonly isCut: boolean;
  /** Deletions in the whole cluster, whatever is asked for. */
  readonly deletions: Deletions;
  /** Remembered lines by type; only those that fit the rest of the request. */
  readonly types: Readonly<Partial<Record<ActivityType, number>>>;
  /** Remembered deletions by who deleted the object, each counted once; only those that fit the rest of the request. */
  readonly deleters: Readonly<Partial<Record<DeletedBy, number>>>;
  /** The namespaces with the most of them; empty for cluster-scoped objects. */
  readonly namespaces: readonly { readonly namespace: string; readonly count: number }[];
}
