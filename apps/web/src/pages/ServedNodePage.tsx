import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePage, ViewLink } from '../address/navigation.tsx';
import { readingQuery } from '../data/api.ts';
import { NodeExplorer } from '../features/node/NodeExplorer.tsx';
import { IdleButton } from '../ui/IdleButton.tsx';
import { Message } from '../ui/Message.tsx';
import { Playing } from '../ui/Playing.tsx';

/** The page of a node that the server reads. */
export function ServedNodePage(): ReactNode {
  const page = usePage();
  return page?.page === 'node' && page.name !== undefined ? (
    <Served key={page.name} name={page.name} />
  ) : null;
}

/** The node as of the last reading; a button reads it again. */
function Served({ name }: { readonly name: string }): ReactNode {
  const { data: source, error, isFetching, refetch } = useQuery(readingQuery(name));
  const again = (
    <IdleButton className="button" isIdle={isFetching} onPress={() => void refetch()}>
      <RefreshCw size={14} aria-hidden />{' '}
      {source && error ? 'Reading failed; try again' : 'Read again'}
    </IdleButton>
  );
  if (source) {
    return <NodeExplorer source={source}>{again}</NodeExplorer>;
  }
  if (!error) return <Playing />;
  return (
    <Message title="This node cannot be read" text={error.message}>
      {again}
      <ViewLink page={{ page: 'node' }} className="button">
        Open a file
      </ViewLink>
    </Message>
  );
}
