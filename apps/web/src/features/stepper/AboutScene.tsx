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

/** The description of a scene, its sources, and the words that a reader needs. */
export function AboutScene({ scene, view }: AboutSceneProps): ReactNode {
  const terms = termsOf(scene, view);
  return (
    <>
      <Pane title="About this scene" className="about-scene">
        <SceneText text={scene.description} />
        <SceneSources sources={scene.sources} />
      </Pane>
      <Pane title="What to know first" className="about-scene">
        <dl className="terms">
          {terms.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <SceneText text={meaning} />
              </dd>
            </div>
          ))}
        </dl>
      </Pane>
    </>
  );
}
