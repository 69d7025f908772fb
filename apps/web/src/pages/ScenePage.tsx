import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePage, ViewLink } from '../address/navigation.tsx';
import { NodeExplorer } from '../features/node/NodeExplorer.tsx';
import { StepPlayer } from '../features/stepper/StepPlayer.tsx';
import { Message } from '../ui/Message.tsx';
import { Playing } from '../ui/Playing.tsx';
import { scenesQuery, usePlayerClient } from '../worker/use-player-client.ts';
import { isOnNode, nextScene } from './chapters.ts';

/** A scene, step by step; needs no server. */
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
      <Message title="Scene not found" text={`There is no scene called “${page.name}”.`}>
        <ViewLink page={{ page: 'scenes' }} className="button">
          Show all scenes
        </ViewLink>
      </Message>
    );
  }
  if (isOnNode(scene)) {
    return <NodeExplorer key={scene.name} source={{ type: 'scene', name: scene.name }} />;
  }
  return (
    <StepPlayer
      key={scene.name}
      source={{ type: 'scene', name: scene.name }}
      leave={{ page: 'scenes' }}
      promise="Made-up objects, simulated in this page."
      scene={scene}
      next={nextScene(data, scene.name)}
    />
  );
}
