import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Page, usePage, useView } from '../../address/navigation.tsx';
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

/** The node of a file, while it is open. */
export const openedNode: Memory<NodeDocument> = new Memory();

/** The node and the changes that the address asks for. */
export function useNodeQuestion(source: NodeOrigin): NodeQuestion {
  const { settings = {}, fill, release, after } = useView();
  const changes = {
    settings,
    ...(fill !== undefined && { fill }),
    ...(release !== undefined && { release }),
    ...(after !== undefined && { after }),
  };
  return { source, changes };
}

/** The node with its changes; until it arrives, the previous one. */
export function useNode(client: PlayerClient, question: NodeQuestion): UseQueryResult<NodeView> {
  return useQuery({
    queryKey: ['node', sourceKey(question.source), question.changes],
    queryFn: () => client.ask({ type: 'node', ...question }),
    placeholderData: keepPreviousData,
    ...ASKED_ONCE,
  });
}

/** A run of it. */
export function useRunPlayback(
  client: PlayerClient,
  question: NodeQuestion,
  run: RunRef,
): UseQueryResult<RunPlayback> {
  return useQuery({
    queryKey: ['node-run', sourceKey(question.source), question.changes, run],
    queryFn: () => client.ask({ type: 'nodeRun', ...question, run }),
    ...ASKED_ONCE,
  });
}

/** The page that the way out of a node leads to: there is none from a file. */
export function useLeave(): Page | undefined {
  const page = usePage();
  if (page?.page === 'scene') return { page: 'scenes' };
  return page?.page === 'node' && page.name !== undefined ? { page: 'node' } : undefined;
}

function sourceKey(source: NodeOrigin): string {
  return source.type === 'scene' ? `scene ${source.name}` : `document ${source.id}`;
}
