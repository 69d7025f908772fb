import type { Direction, Playback } from '@gcscope/gc-core/wire';
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useView } from '../../address/navigation.tsx';
import type { PieceRef } from '../../worker/messages.ts';
import type { PlayerClient } from '../../worker/player-client.ts';
import { parseCues } from './cues.ts';
import { isRelease, RELEASES } from './releases.ts';

/** What is played, how, and by whom. */
export interface Played {
  readonly client: PlayerClient;
  readonly piece: PieceRef;
  readonly direction: Direction;
}

/** What the address says of how to play, and what in it is not understood. */
export function useDirection(): { readonly direction: Direction; readonly faults: string[] } {
  const { policy, release, cues: text } = useView();
  return useMemo(() => {
    const cues = parseCues(text);
    const isKnown = release === undefined || isRelease(release);
    const faults = [
      ...(typeof cues === 'string' ? [cues] : []),
      ...(isKnown
        ? []
        : [`“${release}” is no release that can be played. Known are ${RELEASES.join(', ')}.`]),
    ];
    const direction: Direction = {
      cues: typeof cues === 'string' ? [] : cues,
      ...(policy && { propagationPolicy: policy }),
      ...(isRelease(release) && { release }),
    };
    return { direction, faults };
  }, [policy, release, text]);
}

/** The query of a playback: the same direction always gives the same one. */
function playbackQuery({ client, piece, direction }: Played): UseQueryOptions<Playback> {
  return {
    queryKey: ['play', pieceKey(piece), JSON.stringify(direction)],
    queryFn: () => client.ask({ type: 'play', piece, direction }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  };
}

/** The playback of a direction; the one before it until it is there. */
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

/** One string per piece. */
export function pieceKey(piece: PieceRef): string {
  return piece.type === 'fork' ? `fork ${piece.fork.id}` : `scene ${piece.name}`;
}
