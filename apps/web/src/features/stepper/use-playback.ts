import type { Playback, PlaybackOptions } from '@gcscope/gc-core/wire';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useView } from '../../address/navigation.tsx';
import type { SourceRef } from '../../worker/messages.ts';
import type { PlayerClient } from '../../worker/player-client.ts';
import { ASKED_ONCE } from '../../worker/use-player-client.ts';
import { isRelease, RELEASES } from './releases.ts';
import { parseActions } from './timed-actions.ts';

/** A playback to compute: its source, its options, and the worker's client. */
export interface Played {
  readonly client: PlayerClient;
  readonly source: SourceRef;
  readonly options: PlaybackOptions;
}

/** The options in the address, and a sentence for each that is not valid. */
export function usePlaybackOptions(): {
  readonly options: PlaybackOptions;
  readonly faults: string[];
} {
  const { policy, release, actions: text } = useView();
  return useMemo(() => {
    const actions = parseActions(text);
    const isKnown = release === undefined || isRelease(release);
    const faults = [
      ...(typeof actions === 'string' ? [actions] : []),
      ...(isKnown ? [] : [`“${release}” is not a known release. Known: ${RELEASES.join(', ')}.`]),
    ];
    const options: PlaybackOptions = {
      actions: typeof actions === 'string' ? [] : actions,
      ...(policy && { propagationPolicy: policy }),
      ...(isRelease(release) && { release }),
    };
    return { options, faults };
  }, [policy, release, text]);
}

/** The query of a playback: the same options always give the same one. */
function playbackQuery({ client, source, options }: Played): UseQueryOptions<Playback> {
  return {
    queryKey: ['play', sourceKey(source), JSON.stringify(options)],
    queryFn: () => client.ask({ type: 'play', source, options }),
    ...ASKED_ONCE,
  };
}

/** The playback with these options; the previous one until it arrives. */
export function usePlayback(played: Played): {
  readonly playback: Playback | undefined;
  readonly error: Error | null;
  readonly isStale: boolean;
} {
  const { data, error, isPlaceholderData } = useQuery({
    ...playbackQuery(played),
    placeholderData: keepPreviousData,
  });
  return { playback: data, error, isStale: isPlaceholderData };
}

/** Key of a source: one string per source. */
export function sourceKey(source: SourceRef): string {
  return source.type === 'fork' ? `fork ${source.fork.id}` : `scene ${source.name}`;
}
