import type { NodeRecord, ObjectDetails, Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { objectQuery } from '../../data/api.ts';
import { useConnection, useLive, useRecord } from '../../data/use-graph.ts';

/** An object, or its last known state. */
export interface KnownObject {
  /** The record in the graph. */
  readonly live: NodeRecord | undefined;
  /** The current or last known record; `undefined` while unknown. */
  readonly record: NodeRecord | undefined;
  readonly isGone: boolean;
  readonly details: ObjectDetails | undefined;
  /** The reason why the details are missing or old; the page asks again while the server does not answer. */
  readonly error: Error | null;
}

/** Everything known about an object, which may be gone. */
export function useObject(uid: Uid): KnownObject {
  const live = useRecord(useLive().store, uid);
  const { data: details, failureReason } = useQuery(objectQuery(uid));
  const { state } = useConnection();
  // A deleted owner may still be in the graph as a virtual node.
  const isThere = live !== undefined && !(live.virtual && details?.gone);
  return {
    live,
    record: isThere ? live : (details?.record ?? live),
    // Before the first snapshot the graph is empty.
    isGone: !isThere && (details?.gone !== undefined || state !== 'loading'),
    details,
    error: failureReason,
  };
}
