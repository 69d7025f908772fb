import type { SceneSummary } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Moment } from './messages.ts';
import { PlayerClient } from './player-client.ts';

/** A player of this page; its worker ends with the page. */
export function usePlayerClient(): PlayerClient {
  const [client] = useState(() => new PlayerClient());
  useEffect(() => () => client.stop(), [client]);
  return client;
}

/** The query of the moment of a scene that its small picture shows. */
export function momentQuery(client: PlayerClient, scene: string): UseQueryOptions<Moment> {
  return {
    queryKey: ['moment', scene],
    queryFn: () => client.ask({ type: 'moment', scene }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

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
