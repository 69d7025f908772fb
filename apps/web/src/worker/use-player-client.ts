import type { SceneSummary } from '@gcscope/gc-core/wire';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Moment } from './messages.ts';
import { PlayerClient } from './player-client.ts';

/** For questions to the worker, which needs no network and answers equal questions equally. */
export const ASKED_ONCE: {
  readonly networkMode: 'always';
  readonly staleTime: number;
  readonly retry: false;
} = { networkMode: 'always', staleTime: Number.POSITIVE_INFINITY, retry: false };

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
    ...ASKED_ONCE,
  };
}

/** The query of all scenes; they are part of the program and never change. */
export function scenesQuery(client: PlayerClient): UseQueryOptions<readonly SceneSummary[]> {
  return {
    queryKey: ['scenes'],
    queryFn: () => client.ask({ type: 'scenes' }),
    ...ASKED_ONCE,
    gcTime: Number.POSITIVE_INFINITY,
  };
}
