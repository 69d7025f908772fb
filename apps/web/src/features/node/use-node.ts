import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useView } from '../../address/navigation.tsx';
import { Memory } from '../../ui/memory.ts';
import type {
  NodeDocument,
  NodeOrigin,
  NodeQuestion,
  NodeView,
  RunPlayback,
  RunRef,
} from '../../worker/node-messages.ts';
import type { PlayerClient } from '../../worker/player-client.ts';
import { ASKED_ONCE } from '../../worker/use-player-client.ts';

interface Answered<T> {
  /** The answer; until it arrives, the previous one. */
  readonly answer: T | undefined;
  readonly error: Error | null;
}

/** The node of a file, while it is open. */
export const openedNode: Memory<NodeDocument> = new Memory();

/** The node and the changes that the address asks for. */
export function useNodeQuestion(source: NodeOrigin): NodeQuestion {
  const { settings, fill, release, after } = useView();
  const key = JSON.stringify([settings, fill, release, after]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings are new with each address, the key is not.
  return useMemo(() => {
    const changes = {
      settings: settings ?? {},
      ...(fill !== undefined && { fill }),
      ...(release !== undefined && { release }),
      ...(after !== undefined && { after }),
    };
    return { source, changes };
  }, [source, key]);
}

/** The node with its changes. */
export function useNode(client: PlayerClient, question: NodeQuestion): Answered<NodeView> {
  const { data, error } = useQuery({
    queryKey: ['node', sourceKey(question.source), JSON.stringify(question.changes)],
    queryFn: () => client.ask({ type: 'node', ...question }),
    placeholderData: keepPreviousData,
    ...ASKED_ONCE,
  });
  return { answer: data, error };
}

/** A run of it. */
export function useRunPlayback(
  client: PlayerClient,
  question: NodeQuestion,
  run: RunRef,
): Answered<RunPlayback> {
  const { data, error } = useQuery({
    queryKey: [
      'node-run',
      sourceKey(question.source),
      JSON.stringify(question.changes),
      `${run.collect} ${run.at}`,
    ],
    queryFn: () => client.ask({ type: 'nodeRun', ...question, run }),
    ...ASKED_ONCE,
  });
  return { answer: data, error };
}

function sourceKey(source: NodeOrigin): string {
  return source.type === 'scene' ? `scene ${source.name}` : `document ${source.id}`;
}
