import type { LabelMatches, Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { labelsQuery } from './api.ts';
import type { ViewFilter } from './selection.ts';

/** The server's answer on the labels that a filter names. */
export interface Labelled {
  /** The objects with all of the labels; `undefined` until the server has answered. */
  readonly uids: ReadonlySet<Uid> | undefined;
  readonly answer: LabelMatches | undefined;
  readonly error: Error | null;
  /** Time at which the labels were read, in ms since 1970. */
  readonly readAt: number;
  readonly isReading: boolean;
  readonly readAgain: () => void;
}

/** Asks for the labels of a filter; asks nothing while it names none. */
export function useLabels({ labels, kinds }: Pick<ViewFilter, 'labels' | 'kinds'>): Labelled {
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(labelsQuery(labels, kinds));
  const uids = useMemo(() => data && new Set(data.uids), [data]);
  return {
    uids,
    answer: data,
    error,
    readAt: dataUpdatedAt,
    isReading: isFetching,
    readAgain: () => void refetch(),
  };
}
