import type { ReactNode } from 'react';
import { isOld, useConnection } from '../data/use-graph.ts';
import { asSentence } from './as-sentence.ts';

/** Why nothing of the cluster could be read, as a sentence; `undefined` once anything was, or while reading. */
export function useWhyUnread(): string | undefined {
  const { health } = useConnection();
  if (!isOld(health) || health.kinds.length > 0) return undefined;
  return asSentence(health.message ?? 'the cluster does not answer');
}

/** Shows its children unless the cluster was never read: an empty list would be wrong then. */
export function IfRead({ children }: { readonly children: ReactNode }): ReactNode {
  const why = useWhyUnread();
  if (why === undefined) return children;
  return (
    <div className="message" role="status">
      <h2>The cluster could not be read</h2>
      <p>{why} gcscope will retry.</p>
    </div>
  );
}
