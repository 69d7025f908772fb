import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useGo } from '../address/navigation.tsx';
import { isUnread, useConnection, useCounts, useLive } from '../data/use-graph.ts';
import { IfRead } from './IfRead.tsx';

/** Shows its children once there are objects; until then, the progress or the reason. */
export function Readiness({ children }: { readonly children: ReactNode }): ReactNode {
  const { store, stream } = useLive();
  const { objects } = useCounts(store);
  const { state, problem, health } = useConnection();
  const go = useGo();
  const kinds = health?.kinds ?? [];
  const listing = kinds.filter((kind) => kind.state === 'listing');
  if (state === 'loading' && problem !== undefined) {
    return (
      <div className="message" role="alert">
        <h2>Connecting to the cluster…</h2>
        <p>{problem} gcscope will retry.</p>
        <Button className="button" onPress={() => stream.connect()}>
          Try now
        </Button>
      </div>
    );
  }
  if (state === 'loading') {
    return (
      <div className="message" role="status">
        <h2>Reading the cluster…</h2>
        <progress aria-label="Reading the cluster" />
      </div>
    );
  }
  if (objects > 0) {
    return (
      <>
        {listing.length > 0 && (
          <p className="syncing" role="status">
            <progress value={kinds.length - listing.length} max={kinds.length} />
            {kinds.length - listing.length} of {kinds.length} kinds read. Still reading{' '}
            {listing
              .slice(0, 3)
              .map((kind) => kind.resource)
              .join(', ')}
            {listing.length > 3 && ` and ${listing.length - 3} more`}.
          </p>
        )}
        {children}
      </>
    );
  }
  const unread = kinds.filter(isUnread).length;
  const reading = listing.length > 0 || health?.state === 'syncing';
  return (
    <IfRead>
      <div className="message" role="status">
        <h2>{reading ? 'Reading the cluster…' : 'No objects'}</h2>
        {reading ? (
          <progress
            aria-label="Kinds read"
            {...(kinds.length > 0 && { value: kinds.length - listing.length, max: kinds.length })}
          />
        ) : (
          <p>
            {unread > 0
              ? `${unread} kinds could not be read. You or gcscope may lack permissions.`
              : 'The cluster is empty. New objects appear here at once.'}
          </p>
        )}
        {unread > listing.length && (
          <Button className="button" onPress={() => go({ dialog: 'kinds' })}>
            Show the unread kinds
          </Button>
        )}
      </div>
    </IfRead>
  );
}
