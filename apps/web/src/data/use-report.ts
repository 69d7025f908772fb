import type { GraphDelta, Millis, Uid } from '@gcscope/gc-core/wire';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from './use-graph.ts';

/** A report, or why there is none. */
export interface Report<Answer> {
  readonly answer: Answer | undefined;
  readonly error: Error | null;
}

/** A report need not be newer than this, in milliseconds. */
const AT_MOST_EVERY: Millis = 2000;
/** An answer is requested again after this time, even without a change. */
const GROWS_OLD: Millis = 60_000;

/**
 * Requests a report, and again after a change of the graph, at the moment that the answer names, or after a minute; the
 * last answer stays until the next arrives. A report about some objects is requested again only after frames that touch
 * one of `about` or an object that the answer names; without `about` it follows every frame. Never more often than
 * `atMostEvery`.
 */
export function useReport<Answer>(
  query: UseQueryOptions<Answer>,
  about?: readonly Uid[],
  atMostEvery: Millis = AT_MOST_EVERY,
): Report<Answer> {
  const { store } = useLive();
  const client = useQueryClient();
  const { data, error } = useQuery({
    refetchInterval: ({ state }) => growsOld(state.data),
    ...query,
  });
  // The key and the list of uids are new with each rendering; their contents are not.
  const key = JSON.stringify(query.queryKey);
  const asked = JSON.stringify(about ?? null);
  useEffect(() => {
    const report = { queryKey: JSON.parse(key) as unknown[], exact: true };
    const of = JSON.parse(asked) as readonly Uid[] | null;
    const touched = new Set<Uid>();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      waiting = undefined;
      // Only the pending answer shows which frames concern it.
      if (client.isFetching(report) > 0) {
        waiting = setTimeout(follow, atMostEvery);
        return;
      }
      const concerns = of?.some((uid) => touched.has(uid)) ?? true;
      if (concerns || names(client.getQueryData(report.queryKey), touched)) {
        void client.invalidateQueries(report);
      }
      touched.clear();
    };
    const stop = store.subscribe((delta) => {
      for (const uid of uidsOf(delta)) touched.add(uid);
      waiting ??= setTimeout(follow, atMostEvery);
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [store, client, key, asked, atMostEvery]);
  return { answer: data, error };
}

/** Time until an answer is old: `changesIn` if it says so, since no frame announces that a slow deletion is now blocked. */
function growsOld(answer: unknown): Millis {
  const named = typeof answer === 'object' && answer !== null && 'changesIn' in answer;
  const changesIn = named ? Number(answer.changesIn) : GROWS_OLD;
  return Math.max(AT_MOST_EVERY, Math.min(GROWS_OLD, changesIn));
}

/** The objects that a delta touches, and the owners of those that it brings: a new dependent may block its owner. */
function uidsOf({ upserts, removes }: GraphDelta): Uid[] {
  return [
    ...removes,
    ...upserts.flatMap(({ uid, owners }) => [uid, ...owners.map((owner) => owner.uid)]),
  ];
}

/** Whether any object that an answer names, wherever in it, is one of `uids`. */
function names(answer: unknown, uids: ReadonlySet<unknown>): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  return Object.entries(answer).some(([field, value]) =>
    field === 'uid' ? uids.has(value) : names(value, uids),
  );
}
