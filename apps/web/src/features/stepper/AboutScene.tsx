import type { Playback, SceneSummary, Step } from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { Pane } from '../../ui/Pane.tsx';
import { POLICIES } from '../../ui/policies.ts';
import { SceneSources } from '../../ui/SceneSources.tsx';
import { SceneText } from '../../ui/SceneText.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { beginComparison, useFolded } from './show-details.ts';
import { termsOf } from './terms.ts';

export interface AboutSceneProps {
  readonly scene: SceneSummary;
  readonly view: Playback;
}

/** The description of a scene, links that compare its policy with the others, its rules and its sources. */
export function AboutScene(props: AboutSceneProps): ReactNode {
  return (
    <Pane title={ABOUT} className="about-scene">
      <Story {...props} />
    </Pane>
  );
}

const ABOUT = 'About this scene';

function Story({ scene, view: { propagationPolicy } }: AboutSceneProps): ReactNode {
  const folded = useFolded();
  const isNarrow = useWindow('narrow');
  const [summary = '', rules = ''] = scene.description.split(/(?<=\n\n)(?=Rules: )/);
  const others =
    propagationPolicy === undefined
      ? []
      : POLICIES.filter(({ policy }) => policy !== propagationPolicy);
  return (
    <>
      <SceneText text={summary} />
      {others.length > 0 && (
        <p>
          Compare with{' '}
          {others.map(({ policy }, at) => (
            <Fragment key={policy}>
              {at > 0 && ' or '}
              <ViewLink change={beginComparison(policy, folded, isNarrow)} className="text-link">
                {policy}
              </ViewLink>
            </Fragment>
          ))}
          .
        </p>
      )}
      <SceneText text={rules} />
      <SceneSources sources={scene.sources} />
    </>
  );
}

export interface WordsToKnowProps extends AboutSceneProps {
  /** Left out beside the description of the scene, which explains words itself. */
  readonly step?: Step | undefined;
}

/** The words that a reader needs here; at a step the description stands below them. */
export function WordsToKnow({ scene, view, step }: WordsToKnowProps): ReactNode {
  const terms = termsOf(scene, view, step);
  if (terms.length === 0) return step && <AboutScene scene={scene} view={view} />;
  return (
    <Pane title={step ? 'Words to know' : 'More words to know'} className="about-scene">
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
      {step && (
        <section aria-label={ABOUT}>
          <h3>{ABOUT}</h3>
          <Story scene={scene} view={view} />
        </section>
      )}
    </Pane>
  );
}
