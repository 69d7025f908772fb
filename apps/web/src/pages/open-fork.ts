import type { Fork, Uid } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { ApiError, fetchFork, forkCluster } from '../data/api.ts';

/** A copy of the cluster that deletions can be simulated on. */
export interface OpenFork {
  readonly fork: Fork;
  /** The one the address speaks of was forgotten: this is another one for the same object. */
  readonly isAnew: boolean;
}

/**
 * The query of the copy on which the deletion of an object is simulated: the one with the `id` of the address while the
 * server remembers it, else a new one. It is asked once: copies do not change.
 */
export function openFork(uid: Uid, id: string | undefined): UseQueryOptions<OpenFork> {
  return {
    queryKey: ['fork', uid],
    queryFn: async ({ signal }) => {
      const known = id === undefined ? undefined : await remembered(id, signal);
      if (known?.uid === uid) return { fork: known, isAnew: false };
      return { fork: await forkCluster(uid), isAnew: id !== undefined };
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    // Who comes again wants to see the cluster of that moment.
    gcTime: 0,
    retry: false,
  };
}

async function remembered(id: string, signal: AbortSignal): Promise<Fork | undefined> {
  try {
    return await fetchFork(id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unreachable') return undefined;
    throw error;
  }
}
