import type { Playback, SceneSummary } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
import { SceneSources } from '../../ui/SceneSources.tsx';
import { SceneText } from '../../ui/SceneText.tsx';
import { termsOf } from './terms.ts';

export interface AboutSceneProps {
  readonly scene: SceneSummary;
  readonly view: Playback;
}

/** The description of a scene and its sources. */
export function AboutScene({ scene }: Pick<AboutSceneProps, 'scene'>): ReactNode {
  return (
    <Pane title="About this scene" className="about-scene">
      <SceneText text={scene.description} />
      <SceneSources sources={scene.sources} />
    </Pane>
  );
}

/** The words that a reader of the scene needs. */
export function KnowFirst({ scene, view }: AboutSceneProps): ReactNode {
  return (
    <Pane title="What to know first" className="about-scene">
      <dl className="terms">
        {termsOf(scene, view).map(({ term, meaning }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <SceneText text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </Pane>
  );
}
