import type { ReactNode } from 'react';
import { isOld, useConnection } from '../data/use-graph.ts';

/** Whether nothing of the cluster could be read; no longer once anything was, or while reading. */
export function useIsNeverRead(): boolean {
  const { health } = useConnection();
  return isOld(health) && health.kinds.length === 0;
}

/** Shows its children unless the cluster was never read: an empty list would be wrong then. The banner above says why. */
export function IfRead({ children }: { readonly children: ReactNode }): ReactNode {
  if (!useIsNeverRead()) return children;
  return (
    <div className="message" role="status">
      <h2>The cluster could not be read</h2>
      <p>gcscope will retry.</p>
    </div>
  );
}
