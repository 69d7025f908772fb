import '../../ui/evidence.css';
import './step-detail.css';
import type { Playback, SceneSummary, Step } from '@gcscope/gc-core/wire';
import { Hand } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { AboutScene, WordsToKnow } from './AboutScene.tsx';
import { ActorTag } from './ActorTag.tsx';
import { ChangesPane } from './ChangesPane.tsx';
import { Forecast } from './Forecast.tsx';
import { Intervene } from './Intervene.tsx';
import { LogPane } from './LogPane.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { QueuesPane } from './QueuesPane.tsx';
import { RequestsPane } from './RequestsPane.tsx';
import { SideName } from './SideHead.tsx';
import { NextScene, StepsBelow } from './StepList.tsx';
import type { SimulationSession } from './simulation-session.ts';
import type { Played } from './use-playback.ts';
import { useSession } from './use-session.ts';

export interface StepDetailProps {
  readonly session: SimulationSession;
  readonly played: Played;
  readonly scene: SceneSummary | undefined;
  /** The scene to go on with. */
  readonly next: SceneSummary | undefined;
  /** Somebody has intervened. */
  readonly onActed: () => void;
}

/**
 * The current step: who did what by which rule, the evidence in panes, and a place to intervene. Before the first step:
 * the outcome.
 */
export function StepDetail({
  session,
  played,
  scene,
  next: nextScene,
  onActed,
}: StepDetailProps): ReactNode {
  const { view, cursor, step, inverse } = useSession(session);
  const { selected, intervene: asked } = useView();
  const go = useGo();
  const isAsked = asked === 'open';
  useScrollToOffers(isAsked);
  const interveneSwitch = (
    <ToggleButton
      className="button intervene-switch"
      isSelected={isAsked}
      onChange={(open) =>
        go({ intervene: open ? 'open' : undefined }, undefined, { replace: true })
      }
    >
      <Hand size={14} aria-hidden /> Intervene
    </ToggleButton>
  );
  const steps = <StepsBelow session={session} />;
  const isEnd = cursor === view.steps.length && cursor > 0;
  const isNarrow = useNarrow();
  const intervene = (isAsked || isEnd) && (
    <Intervene session={session} played={played} onActed={onActed} />
  );
  if (!step || !inverse) {
    return (
      <Forecast
        view={view}
        end={session.end}
        scene={scene}
        interveneSwitch={interveneSwitch}
        steps={steps}
        intervene={intervene}
      />
    );
  }
  const isStory = scene !== undefined && cursor === view.initialSteps;
  const next = isStory ? view.steps[cursor] : undefined;
  return (
    <section className="column detail" aria-label="What happens in this step">
      <header className="detail-head">
        <div className="detail-words">
          <StepSentence view={view} step={step} next={next} />
          {!next && step.note !== undefined && <p className="step-note">{step.note}</p>}
        </div>
        {interveneSwitch}
        {isNarrow && isEnd && nextScene && <NextScene scene={nextScene} />}
      </header>
      {steps}
      <div className="panes evidence">
        {intervene}
        {isStory ? (
          <AboutScene scene={scene} view={view} />
        ) : (
          <>
            <ChangesPane
              step={step}
              inverse={inverse}
              view={view}
              cursor={cursor}
              uid={selected ?? step.subject?.uid}
            />
            <LogPane lines={step.log ?? []} release={view.release} />
            <RequestsPane requests={step.requests} events={step.events} />
            <QueuesPane step={step} previous={view.steps[cursor - 2]} />
          </>
        )}
        {scene && <WordsToKnow scene={scene} view={view} step={isStory ? undefined : step} />}
      </div>
    </section>
  );
}

interface StepSentenceProps {
  readonly view: Playback;
  readonly step: Step;
  /** The first step of a scene, before it is taken. */
  readonly next: Step | undefined;
}

/** Who did what, by which rule; beside another simulation whose step it is, because the head of its side says what. */
function StepSentence({ view, step, next }: StepSentenceProps): ReactNode {
  const { beside } = useView();
  const isNarrow = useNarrow();
  if (next) {
    return (
      <p className="detail-sentence">
        The collector has read what it can. Next step:{' '}
        <Sentence text={next.sentence} Link={ObjectLink} />
      </p>
    );
  }
  if (beside !== undefined) {
    return (
      <p className="detail-sentence">
        Details of the {isNarrow ? 'first' : 'left'} side: <SideName view={view} />
      </p>
    );
  }
  return (
    <p className="detail-sentence">
      <ActorTag actor={step.actor} /> <Sentence text={step.sentence} Link={ObjectLink} />{' '}
      <RuleLink rule={step.rule} />
    </p>
  );
}

/** On a narrow page, the offers are far below the button that opens them, so scroll to them. */
function useScrollToOffers(isAsked: boolean): void {
  const isNarrow = useNarrow();
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (isNarrow && isAsked && !wasAsked.current) {
      document.querySelector('.others')?.scrollIntoView({ block: 'start' });
    }
    wasAsked.current = isAsked;
  }, [isNarrow, isAsked]);
}
