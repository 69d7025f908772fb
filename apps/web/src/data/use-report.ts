import type { GraphDelta, Millis, Uid } from '@gcscope/gc-core/wire';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from './use-graph.ts';

/** What has to be known of a report to show it. */
export interface Report<Answer> {
  readonly answer: Answer | undefined;
  readonly error: Error | null;
}

/** A report need not be newer than this, in milliseconds. */
const AT_MOST_EVERY: Millis = 2000;
/** An answer is asked for again after so long, although nothing changes. */
const GROWS_OLD: Millis = 60_000;

/**
 * Asks for a report, and again when the graph has changed, when the answer itself says that it changes, or a minute has passed; the last answer stays until the next is there.
 * A report about some objects is asked for again only after frames that touch one of `about` or one that the answer
 * names; without `about` the report is about the whole cluster and follows every frame.
 */
export function useReport<Answer>(
  query: UseQueryOptions<Answer>,
  about?: readonly Uid[],
): Report<Answer> {
  const { store } = useLive();
  const client = useQueryClient();
  const { data, error } = useQuery({
    refetchInterval: ({ state }) => growsOld(state.data),
    ...query,
  });
  // Both lists are new with each rendering; what they say is not.
  const key = JSON.stringify(query.queryKey);
  const asked = JSON.stringify(about ?? null);
  useEffect(() => {
    const report = { queryKey: JSON.parse(key) as unknown[], exact: true };
    const of = JSON.parse(asked) as readonly Uid[] | null;
    const touched = new Set<Uid>();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      waiting = undefined;
      // Only the answer that is on its way tells which frames concern it.
      if (client.isFetching(report) > 0) {
        waiting = setTimeout(follow, AT_MOST_EVERY);
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
      waiting ??= setTimeout(follow, AT_MOST_EVERY);
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [store, client, key, asked]);
  return { answer: data, error };
}

/** When an answer is old: at the moment that it names in `changesIn`, as nothing tells when what is slow is stuck. */
function growsOld(answer: unknown): Millis {
  const named = typeof answer === 'object' && answer !== null && 'changesIn' in answer;
  const changesIn = named ? Number(answer.changesIn) : GROWS_OLD;
  return Math.max(AT_MOST_EVERY, Math.min(GROWS_OLD, changesIn));
}

/** The objects that a delta touches, and the owners of those that it brings: a new dependent may hold its owner. */
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
