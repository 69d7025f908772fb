import type { SceneSummary } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { PlayerClient } from '../stepper/player-client.ts';

/** The query of all scenes; they are part of the program and never change. */
export function scenesQuery(client: PlayerClient): UseQueryOptions<readonly SceneSummary[]> {
  return {
    queryKey: ['scenes'],
    queryFn: () => client.ask({ type: 'scenes' }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}
