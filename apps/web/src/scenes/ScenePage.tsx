import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePage, ViewLink } from '../navigation.tsx';
import { NodePage } from '../node/NodePage.tsx';
import { Playing } from '../stepper/Playing.tsx';
import { StepPlayer } from '../stepper/StepPlayer.tsx';
import { usePlayerClient } from '../stepper/use-player.ts';
import { isOnNode } from './chapters.ts';
import { scenesQuery } from './scenes-query.ts';

/** A scene, step by step: needs no server. */
export function ScenePage(): ReactNode {
  const page = usePage();
  const client = usePlayerClient();
  const { data, error } = useQuery(scenesQuery(client));
  if (page?.page !== 'scene') return null;
  if (error) return <main className="message">{error.message}</main>;
  if (!data) return <Playing />;
  const scene = data.find(({ name }) => name === page.name);
  if (!scene) {
    return (
      <main className="message" role="alert">
        <h1>There is no such scene</h1>
        <p>
          No scene is called <code>{page.name}</code>.
        </p>
        <ViewLink page={{ page: 'scenes' }} className="button">
          Show all scenes
        </ViewLink>
      </main>
    );
  }
  if (isOnNode(scene)) {
    return (
      <NodePage
        key={scene.name}
        source={{ type: 'scene', name: scene.name }}
        leave={{ page: 'scenes' }}
      />
    );
  }
  return (
    <StepPlayer
      key={scene.name}
      piece={{ type: 'scene', name: scene.name }}
      leave={{ page: 'scenes' }}
      promise="Made-up objects, simulated in this page."
      scene={scene}
    />
  );
}
