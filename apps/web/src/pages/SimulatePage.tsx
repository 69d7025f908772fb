import type { Fork, Uid } from '@gcscope/gc-core/wire';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { usePage, useView, ViewLink } from '../address/navigation.tsx';
import { ApiError, fetchFork, forkCluster, objectQuery } from '../data/api.ts';
import { StepPlayer } from '../features/stepper/StepPlayer.tsx';
import { Playing } from '../ui/Playing.tsx';
import { Sentence } from '../ui/Sentence.tsx';

/** The simulated deletion of one object, step by step. */
export function SimulatePage(): ReactNode {
  const page = usePage();
  if (page?.page !== 'simulate') return null;
  return <SimulationOf key={page.uid} uid={page.uid} />;
}

function SimulationOf({ uid }: { readonly uid: Uid }): ReactNode {
  const { simulation } = useView();
  const [id] = useState(simulation);
  const { data, error, refetch } = useQuery(openFork(uid, id));
  if (data) {
    return (
      <StepPlayer
        source={{ type: 'fork', fork: data.fork }}
        leave={{ page: 'object', uid }}
        promise="Nothing in the cluster changes."
        {...(data.isAnew && {
          notice:
            'The simulation of this link is no longer known. This one was made anew from the cluster as it is now.',
        })}
      />
    );
  }
  if (!error) return <Playing />;
  return <NotSimulated uid={uid} error={error} onAgain={() => void refetch()} />;
}

interface NotSimulatedProps {
  readonly uid: Uid;
  readonly error: Error;
  readonly onAgain: () => void;
}

function NotSimulated({ uid, error, onAgain }: NotSimulatedProps): ReactNode {
  // Of what is gone something may be known, of what was never seen nothing is.
  const { data: known } = useQuery(objectQuery(uid));
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  return (
    <main className="message" role="alert">
      <h1>This deletion cannot be simulated</h1>
      <p>
        <Sentence text={error.message} />
      </p>
      <div className="message-ways">
        {isUnreachable ? (
          <Button className="button" onPress={onAgain}>
            Try again
          </Button>
        ) : (
          known && (
            <ViewLink page={{ page: 'object', uid }} className="button">
              Show what is known of it
            </ViewLink>
          )
        )}
        <ViewLink page={{ page: 'map' }} className="button">
          Show the whole cluster
        </ViewLink>
      </div>
    </main>
  );
}

/** A copy of the cluster that deletions can be simulated on. */
interface OpenFork {
  readonly fork: Fork;
  /** The one the address speaks of was forgotten: this is another one for the same object. */
  readonly isAnew: boolean;
}

/**
 * The query of the copy on which the deletion of an object is simulated: the one with the `id` of the address while the
 * server remembers it, else a new one. It is asked once: copies do not change.
 */
function openFork(uid: Uid, id: string | undefined): UseQueryOptions<OpenFork> {
  return {
    queryKey: ['fork', uid],
    queryFn: async ({ signal }) => {
      const known = id === undefined ? undefined : await remembered(id, signal);
      if (known?.uid === uid) return { fork: known, isAnew: false };
      return { fork: await forkCluster(uid), isAnew: id !== undefined };
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    // Who comes again wants to see the cluster of that moment.
    gcTime: 0,
    retry: false,
  };
}

async function remembered(id: string, signal: AbortSignal): Promise<Fork | undefined> {
  try {
    return await fetchFork(id, signal);
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'unreachable') return undefined;
    throw error;
  }
}
