import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from './use-graph.ts';

/** What has to be known of a report to show it. */
export interface Report<Answer> {
  readonly answer: Answer | undefined;
  readonly error: Error | null;
}

/** A report over the whole cluster need not be newer than this, in milliseconds. */
const AT_MOST_EVERY = 2000;

/** Asks for a report over the whole cluster, and again when the graph has changed; the last answer stays until the next is there. */
export function useReport<Answer>(query: UseQueryOptions<Answer>): Report<Answer> {
  const { store } = useLive();
  const client = useQueryClient();
  const { data, error } = useQuery(query);
  const key = JSON.stringify(query.queryKey);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      waiting ??= setTimeout(() => {
        waiting = undefined;
        void client.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] });
      }, AT_MOST_EVERY);
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [store, client, key]);
  return { answer: data, error };
}
