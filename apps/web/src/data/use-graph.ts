import {
  type ClusterHealth,
  isUnread,
  type KindState,
  type NodeRecord,
  type Uid,
} from '@gcscope/gc-core/wire';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Counts, GraphStore } from './graph-store.ts';
import type { Connection, GraphStream } from './graph-stream.ts';

/** The live graph and the stream that feeds it, shared by all pages. */
export interface Live {
  readonly store: GraphStore;
  readonly stream: GraphStream;
}

export const LiveContext: React.Context<Live | undefined> = createContext<Live | undefined>(
  undefined,
);

/** The live graph and its stream. Throws outside of `LiveContext`. */
export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive is used outside of LiveContext');
  return live;
}

/** The state of the connection, of the cluster and of its kinds. */
export function useConnection(): Connection {
  const { stream } = useLive();
  return useSyncExternalStore(stream.subscribe, stream.getConnection);
}

/** Whether the shown data may be old, because the cluster cannot be read at the moment. */
export function isOld(health: ClusterHealth | undefined): health is ClusterHealth {
  return health?.state === 'stale' || health?.state === 'untrusted';
}

/** The number of kinds whose objects may be missing. */
export function useUnreadKinds(): number {
  return useConnection().health?.kinds.filter((kind) => isUnread(kind)).length ?? 0;
}

/** Number of kinds whose objects may be missing in this namespace. */
export function useUnreadKindsIn(namespace: string): number {
  const kinds = useConnection().health?.kinds ?? [];
  return kinds.filter((kind) => kind.namespaced && isUnread(kind, namespace)).length;
}

/** Number of kinds whose objects may be missing, without those whose first read has not ended: it is unknown whether they can be read. */
export function useUnreadableKinds(): number {
  const kinds = useConnection().health?.kinds ?? [];
  return kinds.filter((kind) => isUnread(kind) && kind.state !== 'listing').length;
}

/** Whether nothing of the cluster has been read yet: no number is known, not even zero. */
export function useIsUnread(): boolean {
  const { objects } = useLiveCounts();
  const { health } = useConnection();
  if (objects > 0 || !health) return objects === 0;
  const { state, kinds } = health;
  return kinds.length === 0 ? state !== 'live' : kinds.every((kind) => NEVER_READ.has(kind.state));
}

const NEVER_READ: ReadonlySet<KindState> = new Set([
  'listing',
  'backoff',
  'forbidden',
  'unsupported',
]);

/** The counts of the store, new after each change. */
export function useCounts(store: GraphStore): Counts {
  return useStore(store, () => store.counts);
}

/** The counts of the live graph, also before its uids and names have come. */
export function useLiveCounts(): Counts {
  const { store } = useLive();
  return useCounts(useConnection().outline ?? store);
}

/** Whether the first objects are on their way: until they are there, no number is known. */
export function useIsAwaited(): boolean {
  const { objects } = useLiveCounts();
  const { state, health } = useConnection();
  return objects === 0 && (state === 'loading' || isListing(health));
}

/** Whether the server still reads the cluster for the first time. */
export function isListing(health: ClusterHealth | undefined): boolean {
  return (
    health?.state === 'syncing' || (health?.kinds.some(({ state }) => state === 'listing') ?? false)
  );
}

/** The version of the store: for values derived from many records. */
export function useGraphVersion(store: GraphStore): number {
  return useStore(store, () => store.version);
}

/** Namespaces of these that do not exist; none while Namespaces cannot be read. */
export function useMissingNamespaces(namespaces: readonly string[]): readonly string[] {
  const { store } = useLive();
  const { outline, health } = useConnection();
  const kinds = health?.kinds ?? [];
  const counts = useCounts(store);
  const unknown = namespaces.filter((name) => name !== '' && !counts.namespaces.has(name));
  if (unknown.length === 0) return unknown;
  // The names of Namespaces are on their way.
  if (outline) return [];
  const isRead = kinds.some((kind) => kind.kind === 'Namespace' && !isUnread(kind));
  const empty = new Set<string>();
  for (const { kind, namespace, name } of store.records.values()) {
    if (kind === 'Namespace' && namespace === '') empty.add(name);
  }
  return isRead ? unknown.filter((name) => !empty.has(name)) : [];
}

/** The record of an object; `undefined` while it is not in the graph. */
export function useRecord(store: GraphStore, uid: Uid | undefined): NodeRecord | undefined {
  return useStore(store, () => (uid === undefined ? undefined : store.records.get(uid)));
}

/** Reads the store again after each change. */
function useStore<Read>(store: GraphStore, read: () => Read): Read {
  return useSyncExternalStore(
    useCallback((changed) => store.subscribe(changed), [store]),
    read,
  );
}
