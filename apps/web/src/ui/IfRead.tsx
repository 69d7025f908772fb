import type { ReactNode } from 'react';
import { useConnection } from '../data/use-graph.ts';
import { asSentence } from './as-sentence.ts';

/** Why nothing of the cluster has been read so far, as a sentence; `undefined` once anything has, or while it may. */
export function useWhyUnread(): string | undefined {
  const { health } = useConnection();
  if (health?.state !== 'stale' || health.kinds.length > 0) return undefined;
  return asSentence(health.message ?? 'the cluster does not answer');
}

/** Shows its children unless nothing was ever read: of such a cluster even “there is none” would be false. */
export function IfRead({ children }: { readonly children: ReactNode }): ReactNode {
  const why = useWhyUnread();
  if (why === undefined) return children;
  return (
    <div className="message" role="status">
      <h2>The cluster has not been read</h2>
      <p>{why} gcscope tries again by itself.</p>
    </div>
  );
}
