import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { ViewLink } from '../address/navigation.tsx';
import { nodesQuery } from '../data/api.ts';

/** The nodes that the server reads, if any. */
export function ServedNodes(): ReactNode {
  const { data } = useQuery(nodesQuery());
  if (!data || data.nodes.length === 0) return null;
  return (
    <nav aria-label="Nodes that gcscope reads">
      {data.nodes.map(({ name }) => (
        <ViewLink key={name} page={{ page: 'node', name }} className="button">
          <Server size={14} aria-hidden /> {name}
        </ViewLink>
      ))}
    </nav>
  );
}
