import './stepper.css';
import type { PropagationPolicy, Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { ApiError } from '../api.ts';
import { usePage, useView, ViewLink } from '../navigation.tsx';
import { openSimulation } from './open-simulation.ts';
import { DEFAULT_POLICY } from './policies.ts';
import { StepPlayer } from './StepPlayer.tsx';

/** The simulated deletion of one object, step by step. */
export function SimulatePage(): ReactNode {
  const page = usePage();
  const { policy = DEFAULT_POLICY } = useView();
  if (page.page !== 'simulate') return null;
  return <SimulationOf key={`${policy} ${page.uid}`} uid={page.uid} policy={policy} />;
}

interface SimulationOfProps {
  readonly uid: Uid;
  readonly policy: PropagationPolicy;
}

function SimulationOf({ uid, policy }: SimulationOfProps): ReactNode {
  const { simulation } = useView();
  const [id] = useState(simulation);
  const { data, error, refetch } = useQuery(openSimulation(uid, policy, id));
  if (data) return <StepPlayer key={data.view.id} opened={data} />;
  if (!error) {
    return (
      <main className="message" role="status">
        <h1>Simulating the deletion…</h1>
        <progress aria-label="Simulating the deletion" />
        <p>On a copy of the objects it can reach. Nothing in the cluster changes.</p>
      </main>
    );
  }
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  return (
    <main className="message" role="alert">
      <h1>This deletion cannot be simulated</h1>
      <p>{error.message}</p>
      <div className="message-ways">
        {isUnreachable ? (
          <Button className="button" onPress={() => void refetch()}>
            Try again
          </Button>
        ) : (
          <ViewLink page={{ page: 'object', uid }} className="button">
            Show what is known of it
          </ViewLink>
        )}
        <ViewLink page={{ page: 'map' }} className="button">
          Show the whole cluster
        </ViewLink>
      </div>
    </main>
  );
}
