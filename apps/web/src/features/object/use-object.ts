import type { NodeRecord, ObjectDetails, Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { objectQuery } from '../../data/api.ts';
import { useConnection, useLive, useRecord } from '../../data/use-graph.ts';

/** An object as it is, or as it was last known. */
export interface KnownObject {
  /** As the graph holds it. */
  readonly live: NodeRecord | undefined;
  /** As it is or last was; `undefined` while nothing is known of it. */
  readonly record: NodeRecord | undefined;
  readonly isGone: boolean;
  readonly details: ObjectDetails | undefined;
  readonly error: Error | null;
}

/** What is known of an object, which may be gone. */
export function useObject(uid: Uid): KnownObject {
  const live = useRecord(useLive().store, uid);
  const { data: details, error } = useQuery(objectQuery(uid));
  const { state } = useConnection();
  // One that is still named as an owner is in the graph, but as a name only.
  const isThere = live !== undefined && !(live.virtual && details?.gone);
  return {
    live,
    record: isThere ? live : (details?.record ?? live),
    // Before the first snapshot nothing is in the graph.
    isGone: !isThere && (details?.gone !== undefined || state !== 'loading'),
    details,
    error,
  };
}
