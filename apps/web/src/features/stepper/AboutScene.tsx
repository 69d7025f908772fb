import type { SceneSummary } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
import { SceneText } from '../../ui/SceneText.tsx';

/** The description of a scene and its sources. */
export function AboutScene({ scene }: { readonly scene: SceneSummary }): ReactNode {
  return (
    <Pane title="About this scene" className="about-scene">
      <SceneText text={scene.description} />
      {scene.sources.length > 0 && <p className="soft">Sources: {scene.sources.join(', ')}.</p>}
    </Pane>
  );
}
