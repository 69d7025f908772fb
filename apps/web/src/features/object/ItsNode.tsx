import type { NodeRecord } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { nodesQuery } from '../../data/api.ts';

/** A link from a Pod to its containers, if gcscope reads the Pod's node. */
export function ItsNode({ record }: { readonly record: NodeRecord }): ReactNode {
  const isPod = record.kind === 'Pod' && record.apiVersion === 'v1';
  const { data } = useQuery({ ...nodesQuery(record.uid), enabled: isPod });
  if (!data || data.nodes.length === 0) return null;
  return (
    <section>
      {data.nodes.map(({ name }) => (
        <ViewLink
          key={name}
          page={{ page: 'node', name }}
          change={{ depth: undefined }}
          className="button"
          title="What the kubelet removes on this node: containers, sandboxes, logs, images"
        >
          <Server size={14} aria-hidden /> Containers on {name}
        </ViewLink>
      ))}
    </section>
  );
}
