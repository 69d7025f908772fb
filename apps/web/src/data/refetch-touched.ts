import type { GraphDelta, ObjectDetails } from '@gcscope/gc-core/wire';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { GraphStore } from './graph-store.ts';

/**
 * Makes each frame of the stream refetch exactly the object queries whose answer is about a uid that it touched, or whose
 * verdict rests on one; of an object that is gone those that tell what became of one. A frame that comes while the answer is
 * under way does not cancel it, or during a long cascade no answer would ever arrive: the query is asked again afterwards.
 * Ends when the returned function is called.
 */
export function refetchTouched(store: GraphStore, client: QueryClient): () => void {
  /** Queries under way, and whether a frame has touched them since. */
  const running = new Map<string, boolean>();
  const refetch = async ({ queryKey, queryHash }: Query): Promise<void> => {
    if (running.has(queryHash)) {
      running.set(queryHash, true);
      return;
    }
    do {
      running.set(queryHash, false);
      await client.invalidateQueries({ queryKey, exact: true });
    } while (running.get(queryHash));
    running.delete(queryHash);
  };
  return store.subscribe((delta) => {
    const touched = new Set<unknown>(delta.removes);
    for (const record of delta.upserts) touched.add(record.uid);
    for (const query of client.getQueryCache().findAll({ queryKey: ['object'] })) {
      const details = query.state.data as ObjectDetails | undefined;
      const isStale =
        touched.has(query.queryKey[1]) ||
        restsOn(details, touched) ||
        isInAftermath(details, delta, touched);
      if (isStale) void refetch(query);
    }
  });
}

function restsOn(details: ObjectDetails | undefined, touched: ReadonlySet<unknown>): boolean {
  if (!details) return false;
  const { explanation, record, dependents } = details;
  if (explanation.because.some(({ uids }) => uids.some((uid) => touched.has(uid)))) return true;
  // The verdict counts all that block it and gives the first ones as evidence.
  return record.beingDeleted && dependents.some(({ uid }) => touched.has(uid));
}

/** Whether the aftermath lists one of the touched objects, or would list a new one. */
function isInAftermath(
  details: ObjectDetails | undefined,
  { upserts, removes }: GraphDelta,
  touched: ReadonlySet<unknown>,
): boolean {
  const aftermath = details?.aftermath;
  if (!aftermath) return false;
  const listed = new Set([...aftermath.records, ...details.dependents].map(({ uid }) => uid));
  const isListed = [...listed].some((uid) => touched.has(uid));
  if (isListed || upserts.some(({ owners }) => owners.some(({ uid }) => listed.has(uid))))
    return true;
  // The answer counts more than it lists, and of a Namespace it lists only what has left.
  const { apiVersion, kind } = details.record;
  const listsLess = aftermath.isCut || (apiVersion === 'v1' && kind === 'Namespace');
  return listsLess && removes.length > 0;
}
