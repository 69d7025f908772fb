import type { SceneSummary } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
import { SceneText } from '../../ui/SceneText.tsx';

/** What a scene is about, and where it was seen. */
export function AboutScene({ scene }: { readonly scene: SceneSummary }): ReactNode {
  return (
    <Pane title="About this scene" className="about-scene">
      <SceneText text={scene.description} />
      {scene.sources.length > 0 && <p className="soft">Seen in {scene.sources.join(', ')}.</p>}
    </Pane>
  );
}
