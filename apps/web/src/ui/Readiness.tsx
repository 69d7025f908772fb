import { counted, formatCount, isUnread, joined, type KindHealth } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useGo } from '../address/navigation.tsx';
import type { GraphStore } from '../data/graph-store.ts';
import { isListing, useConnection, useCounts, useLive } from '../data/use-graph.ts';
import { IfRead } from './IfRead.tsx';

export interface ReadinessProps {
  /** Graph that the children show while uids and names are on their way; without it they wait for them. */
  readonly outline?: GraphStore | undefined;
  readonly children: ReactNode;
}

/** Shows its children once there are objects; until then, the progress or the reason. */
export function Readiness({ outline, children }: ReadinessProps): ReactNode {
  const { store, stream } = useLive();
  const { objects } = useCounts(outline ?? store);
  const { state, problem, health } = useConnection();
  const go = useGo();
  const kinds = health?.kinds ?? [];
  const listing = kinds.filter((kind) => kind.state === 'listing');
  if (state === 'loading' && problem !== undefined) {
    return (
      <div className="message" role="alert">
        <h2>Connecting to the cluster…</h2>
        <p>{problem} This page tries again by itself.</p>
        <Button className="button" onPress={() => stream.connect()}>
          Try now
        </Button>
      </div>
    );
  }
  if (state === 'loading' && objects === 0) {
    return (
      <div className="message" role="status">
        <h2>Reading the cluster…</h2>
        <progress aria-label="Reading the cluster" />
        <SoFar kinds={kinds} />
      </div>
    );
  }
  if (objects > 0) {
    return (
      <>
        <Listing kinds={kinds} listing={listing} />
        {children}
      </>
    );
  }
  const unread = kinds.filter((kind) => isUnread(kind)).length;
  const reading = isListing(health);
  return (
    <IfRead>
      <div className="message" role="status">
        <h2>{reading ? 'Reading the cluster…' : 'No objects'}</h2>
        {reading ? (
          <>
            <progress
              aria-label="Kinds read"
              {...(kinds.length > 0 && { value: kinds.length - listing.length, max: kinds.length })}
            />
            <SoFar kinds={kinds} />
          </>
        ) : (
          <p>
            {unread > 0
              ? `${counted(unread, 'kind')} could not be read. You or gcscope may lack permissions.`
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

/** The number of kinds and objects that the server has read so far; nothing while the kinds are unknown. */
function SoFar({ kinds }: { readonly kinds: readonly KindHealth[] }): ReactNode {
  if (kinds.length === 0) return null;
  const read = kinds.filter(({ state }) => state !== 'listing').length;
  const objects = kinds.reduce((sum, kind) => sum + kind.objects, 0);
  return (
    <p>
      {formatCount(read)} of {counted(kinds.length, 'kind')} read, with {counted(objects, 'object')}
      .
    </p>
  );
}

/** The kinds that are still missing on the map. */
function Listing({
  kinds,
  listing,
}: {
  readonly kinds: readonly KindHealth[];
  readonly listing: readonly KindHealth[];
}): ReactNode {
  if (listing.length === 0) return null;
  const read = kinds.length - listing.length;
  const first = listing.slice(0, 3).map((kind) => kind.resource);
  const more = listing.length > 3 ? [`${listing.length - 3} more`] : [];
  return (
    <p className="syncing" role="status">
      <progress value={read} max={kinds.length} />
      {read} of {counted(kinds.length, 'kind')} read. Still reading {joined([...first, ...more])}.
    </p>
  );
}
