import type { PropagationPolicy, SimulationView, Uid } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { ApiError, fetchSimulation, startSimulation } from '../api.ts';

/** A simulation that can be walked through. */
export interface OpenSimulation {
  readonly view: SimulationView;
  /** The one the address speaks of was forgotten: this is another one of the same deletion. */
  readonly isAnew: boolean;
}

/** What the keys of these queries begin with. */
export const SIMULATE = 'simulate';

/**
 * The query of a simulated deletion: the one with the `id` of the address while the server remembers it, else a new one.
 * It is asked once: simulations do not change by themselves.
 */
export function openSimulation(
  uid: Uid,
  policy: PropagationPolicy,
  id: string | undefined,
): UseQueryOptions<OpenSimulation> {
  return {
    queryKey: [SIMULATE, uid, policy],
    queryFn: async ({ signal }) => {
      const known = id === undefined ? undefined : await remembered(id, signal);
      if (known?.uid === uid && known.propagationPolicy === policy) {
        return { view: known, isAnew: false };
      }
      return { view: await startSimulation(uid, policy), isAnew: id !== undefined };
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    // Who comes again wants to see the cluster of that moment.
    gcTime: 0,
    retry: false,
  };
}

async function remembered(id: string, signal: AbortSignal): Promise<SimulationView | undefined> {
  try {
    return await fetchSimulation(id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unreachable') return undefined;
    throw error;
  }
}
