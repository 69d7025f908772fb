import type { Timestamp } from '../meta/object-meta.ts';
import type { Release } from '../meta/releases.ts';
import type { GraphDelta } from './graph-delta.ts';
import type { NodeRecord } from './node-record.ts';
import type { NodeIdentity, NodeStructure, PackedNodes } from './packed-nodes.ts';

/** Position in the stream: `<epoch>-<seq>`; the epoch is made at process start. */
export type StreamPosition = string;

/** State of the reflector of one kind. */
export type KindState =
  | 'listing'
  | 'synced'
  /** Was read, and nothing has confirmed it since: changes may be missing. */
  | 'stale'
  /** Was not read yet, and is tried again. */
  | 'backoff'
  | 'forbidden'
  | 'gone'
  | 'unsupported'
  | 'degraded';

/** Health of one kind: whether what is shown of it can be trusted. */
export interface KindHealth {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly state: KindState;
  readonly objects: number;
  /** When the state began; of a stale kind, when it was last known to be right. */
  readonly since: Timestamp;
  /** The namespaces in which objects are read: in the others they are out of sight. Absent: everywhere. */
  readonly namespaces?: readonly string[];
  /** One sentence: what is wrong and what to do. Absent while all is well. */
  readonly message?: string;
}

/** Whether objects of the kind may be missing: in this namespace, or anywhere. A kind that is no longer served has none. */
export function isUnread({ state, namespaces }: KindHealth, namespace?: string): boolean {
  if (state !== 'synced') return state !== 'gone';
  return namespaces !== undefined && !(namespace !== undefined && namespaces.includes(namespace));
}

/** Decisions that the collector has not carried out in time. */
export interface CollectorDelay {
  /** `behind`: it still does other things; `stalled`: it has done nothing that was due since then. */
  readonly state: 'behind' | 'stalled';
  readonly since: Timestamp;
  /** How many of its decisions are overdue. */
  readonly decisions: number;
}

/**
 * Whether the whole picture can be trusted. `stale`: the cluster, or most of its kinds, cannot be read at the moment; what
 * is shown may be old. `untrusted`: the same, because the certificate of what answers there does not prove that it is the
 * cluster: it has expired, is for another name, or is signed by an unknown authority.
 */
export interface ClusterHealth {
  readonly state: 'syncing' | 'live' | 'stale' | 'untrusted';
  readonly since: Timestamp;
  readonly kinds: readonly KindHealth[];
  readonly message?: string;
  /** Absent while the collector does in time what gcscope expects. */
  readonly collector?: CollectorDelay;
}

/** Instead of a version that could not be read yet. */
export const UNKNOWN_VERSION = 'unknown';

/** The cluster that is shown. */
export interface ClusterInfo {
  /** Context name, or `embedded`. */
  readonly context: string;
  readonly server: string;
  readonly version: string;
  /** The mirrored release that verdicts and forecasts follow: the nearest to the version, or one that was asked for. */
  readonly release?: Release;
  readonly embedded: boolean;
  /**
   * The words between `kubectl` and the verb that lead a command to this cluster, unquoted: `-s` and the embedded
   * cluster's URL, or `--kubeconfig` and `--context`. Absent where they are unknown: with the service account of a Pod.
   */
  readonly kubectl?: readonly string[];
  /** Weaknesses of the connection to the cluster, a sentence each. */
  readonly warnings?: readonly string[];
}

/** The whole graph at one moment. */
export interface Snapshot {
  readonly position: StreamPosition;
  readonly cluster: ClusterInfo;
  readonly health: ClusterHealth;
  readonly nodes: readonly NodeRecord[];
}

/** Answer of `GET /api/v1/snapshot`: the same with its nodes as columns. */
export interface PackedSnapshot extends Omit<Snapshot, 'nodes'> {
  readonly nodes: PackedNodes;
}

/** A snapshot of more objects comes in two parts. */
export const MOST_IN_ONE_PART = 20_000;

/**
 * Answer of `GET /api/v1/snapshot/structure`: what a map shows. Its rows stand in the order of namespace, kind, name and uid.
 * Of many objects uids and names come in a second part, of fewer they are here.
 */
export interface SnapshotStructure extends Omit<Snapshot, 'nodes'> {
  /** The name of this snapshot: its second part is asked for by it. */
  readonly id: string;
  readonly nodes: NodeStructure & Partial<NodeIdentity>;
  /** Where each of `references` leads, as in `owners`; -1 - flags for one that leads to no row. */
  readonly referenceOwners: readonly number[];
}

/** Answer of `GET /api/v1/snapshot/identity?of=<id>`: the columns that the structure with that id has not. */
export interface SnapshotIdentity {
  readonly id: string;
  readonly nodes: NodeIdentity;
}

/** One server-sent event of `GET /api/v1/stream?from=<position>`; `type` is the event name, the rest its data. */
export type Frame =
  | { readonly type: 'delta'; readonly position: StreamPosition; readonly delta: GraphDelta }
  | { readonly type: 'health'; readonly health: ClusterHealth }
  /** The position is unknown here: fetch the snapshot. */
  | { readonly type: 'resync' }
  /** The server goes away; the browser may come back. */
  | { readonly type: 'bye' };
