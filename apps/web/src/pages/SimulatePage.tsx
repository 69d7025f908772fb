import type { Fork, Uid } from '@gcscope/gc-core/wire';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { usePage, useView, ViewLink } from '../address/navigation.tsx';
import { ApiError, fetchFork, forkCluster, isUnreachable, objectQuery } from '../data/api.ts';
import { NoObject } from '../features/object/NoObject.tsx';
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
  const { fork } = useView();
  const [id] = useState(fork);
  const { data, error, refetch } = useQuery(openFork(uid, id));
  if (data) {
    return (
      <StepPlayer
        source={{ type: 'fork', fork: data.fork }}
        leave={{ page: 'object', uid }}
        promise="Nothing in the cluster changes."
        {...(data.isAnew && {
          notice:
            'The server no longer has the simulation of this link. This is a new one of the current cluster.',
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
  // The server remembers deleted objects, but knows nothing about unseen ones.
  const { data: known } = useQuery(objectQuery(uid));
  const way = isUnreachable(error) ? (
    <Button className="button" onPress={onAgain}>
      Try again
    </Button>
  ) : (
    known && (
      <ViewLink page={{ page: 'object', uid }} className="button">
        Show its last known state
      </ViewLink>
    )
  );
  return (
    <NoObject title="This deletion cannot be simulated" text={<Sentence text={error.message} />}>
      {way}
    </NoObject>
  );
}

/** The fork that the deletion is simulated on. */
interface OpenFork {
  readonly fork: Fork;
  /** The server no longer has the fork in the address; this one replaces it. */
  readonly isAnew: boolean;
}

/**
 * The query of the fork on which the deletion of an object is simulated: the one with the `id` of the address while the
 * server remembers it, else a new one. It is asked once: forks do not change.
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
    // A new visit needs a fork of the current cluster.
    gcTime: 0,
    retry: false,
  };
}

async function remembered(id: string, signal: AbortSignal): Promise<Fork | undefined> {
  try {
    return await fetchFork(id, signal);
  } catch (error) {
    if (error instanceof ApiError && !isUnreachable(error)) return undefined;
    throw error;
  }
}
