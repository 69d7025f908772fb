import type { Timestamp } from '../meta/object-meta.ts';
import type { ObjectReference, Uid } from '../meta/object-reference.ts';
import type { Sentence } from '../meta/sentence.ts';

/** What happened; `kind`: a kind can no longer be read, or can be read again. */
export type ActivityType =
  | 'created'
  | 'deleting'
  | 'gone'
  | 'finalizer'
  | 'reference'
  | 'verdict'
  | 'kind';

export const ACTIVITY_TYPES: readonly ActivityType[] = [
  'created',
  'deleting',
  'gone',
  'finalizer',
  'reference',
  'verdict',
  'kind',
];

/** One line of the recent past of an object, or of the cluster, as this process saw it. */
export interface ActivityEntry {
  /** Higher than that of all that was seen before. */
  readonly seq: number;
  readonly type: ActivityType;
  readonly at: Timestamp;
  readonly text: Sentence;
  /** Absent where a kind as a whole is meant. */
  readonly object?: ObjectReference;
  /** Of a line about a reference: the owner that it names or named. */
  readonly owner?: Uid;
}

/** Answer of `GET /api/v1/activity`. */
export interface Activity {
  /** The latest first. */
  readonly entries: readonly ActivityEntry[];
  /** When this process began to watch: it does not know what happened earlier. */
  readonly since: Timestamp;
  /** Remembered lines that fit the request, of all pages. */
  readonly total: number;
  /** Whether older lines are forgotten. */
  readonly isCut: boolean;
  /** Remembered lines by type; only those that fit the rest of the request. */
  readonly types: Readonly<Partial<Record<ActivityType, number>>>;
  /** The namespaces with the most of them; empty for cluster-scoped objects. */
  readonly namespaces: readonly { readonly namespace: string; readonly count: number }[];
}
