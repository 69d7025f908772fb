import type { Playback, SceneSummary } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { Pane } from '../../ui/Pane.tsx';
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
        {scene.sources.length > 0 && (
          <p className="soft">
            Sources:{' '}
            {scene.sources.map((source, at) => (
              <Fragment key={source}>
                {at > 0 && ', '}
                <Source text={source} />
              </Fragment>
            ))}
            .
          </p>
        )}
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

/** A public issue or pull request is a link. */
function Source({ text }: { readonly text: string }): ReactNode {
  const [, repository, number] = /^([\w-]+\/[\w.-]+)#(\d+)$/.exec(text) ?? [];
  if (repository === undefined) return text;
  return (
    <a
      href={`https://github.com/${repository}/issues/${number}`}
      target="_blank"
      rel="noreferrer"
      className="text-link"
    >
      {text}
    </a>
  );
}
