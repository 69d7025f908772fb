import '../../ui/evidence.css';
import './step-detail.css';
import type { SceneSummary, Step } from '@gcscope/gc-core/wire';
import { Hand } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useGo, useView } from '../../address/navigation.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { AboutScene, WordsToKnow } from './AboutScene.tsx';
import { ActorTag } from './ActorTag.tsx';
import { ChangesPane } from './ChangesPane.tsx';
import { Forecast } from './Forecast.tsx';
import { Intervene } from './Intervene.tsx';
import { LogPane } from './LogPane.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { QueuesPane } from './QueuesPane.tsx';
import { RequestsPane } from './RequestsPane.tsx';
import { SideSwitch } from './SideHead.tsx';
import { NextScene, StepsBelow } from './StepList.tsx';
import { foldedIn, showDetails, useFolded } from './show-details.ts';
import type { PlayerState, SimulationSession } from './simulation-session.ts';
import type { Played } from './use-playback.ts';
import { useSession } from './use-session.ts';

export interface StepDetailProps {
  readonly session: SimulationSession;
  /** The session whose steps the other side of a comparison follows. That side offers no actions. */
  readonly leader?: SimulationSession;
  readonly played: Played;
  readonly scene: SceneSummary | undefined;
  /** The scene to go on with. */
  readonly next: SceneSummary | undefined;
  /** Called when the user has intervened. */
  readonly onActed: () => void;
}

/**
 * The current step: who did what by which rule, the evidence in panes, and a place to intervene. Before the first step:
 * the outcome.
 */
export function StepDetail({
  session,
  leader = session,
  played,
  scene,
  next: nextScene,
  onActed,
}: StepDetailProps): ReactNode {
  const state = useSession(session);
  const { view, cursor, step } = state;
  const { intervene: asked, beside } = useView();
  const first = useSession(leader).view;
  const isOther = leader !== session;
  const isAsked = asked === 'open' && !isOther;
  useScrollToOffers(isAsked);
  const interveneSwitch = !isOther && <InterveneSwitch isAsked={isAsked} />;
  const steps = <StepsBelow session={leader} />;
  const sides = beside !== undefined && (
    <SideSwitch first={first} beside={beside} view={view} onChosen={onActed} />
  );
  const isEnd = !isOther && cursor === view.steps.length && cursor > 0;
  const isNarrow = useWindow('narrow');
  const intervene = (isAsked || isEnd) && (
    <Intervene session={session} played={played} onActed={onActed} />
  );
  if (!step) {
    return (
      <Forecast
        view={view}
        end={session.end}
        scene={scene}
        sides={sides}
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
        <div className="detail-text">
          {sides}
          <StepSentence step={step} next={next} isCompared={beside !== undefined} />
        </div>
        {interveneSwitch}
        {isNarrow && isEnd && nextScene && <NextScene scene={nextScene} />}
      </header>
      {steps}
      <div className="panes evidence">
        {intervene}
        {isStory ? <AboutScene scene={scene} view={view} /> : <Evidence state={state} />}
        {scene && <WordsToKnow scene={scene} view={view} step={isStory ? undefined : step} />}
      </div>
    </section>
  );
}

/** The changes and requests of the step, and the collector's log and queues. */
function Evidence({
  state: { view, cursor, step, inverse },
}: {
  readonly state: PlayerState;
}): ReactNode {
  const { selected } = useView();
  if (!step || !inverse) return null;
  return (
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
  );
}

function InterveneSwitch({ isAsked }: { readonly isAsked: boolean }): ReactNode {
  const { beside } = useView();
  const folded = useFolded();
  const go = useGo();
  return (
    <ToggleButton
      className="button intervene-switch"
      isSelected={isAsked}
      onChange={(open) =>
        go(
          open
            ? { intervene: 'open', ...foldedIn(showDetails(folded), beside !== undefined) }
            : { intervene: undefined },
          undefined,
          { replace: true },
        )
      }
    >
      <Hand size={14} aria-hidden /> Intervene
    </ToggleButton>
  );
}

interface StepSentenceProps {
  readonly step: Step;
  /** The first step of a scene, before it is taken. */
  readonly next: Step | undefined;
  /** The heads of the two sides say who did what. */
  readonly isCompared: boolean;
}

/** The sentence of the step, its rule, and the author's note. */
function StepSentence({ step, next, isCompared }: StepSentenceProps): ReactNode {
  if (next) {
    return (
      <p className="detail-sentence">
        The collector has read all that it watches. Next step:{' '}
        <Sentence text={next.sentence} Link={ObjectLink} />
      </p>
    );
  }
  return (
    <>
      {!isCompared && (
        <p className="detail-sentence">
          <ActorTag actor={step.actor} /> <Sentence text={step.sentence} Link={ObjectLink} />{' '}
          <RuleLink rule={step.rule} />
        </p>
      )}
      {step.note !== undefined && <p className="step-note">{step.note}</p>}
    </>
  );
}

/** On a narrow page, the offers are far below the button that opens them, so scroll to them. */
function useScrollToOffers(isAsked: boolean): void {
  const isNarrow = useWindow('narrow');
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (isNarrow && isAsked && !wasAsked.current) {
      document.querySelector('.others')?.scrollIntoView({ block: 'start' });
    }
    wasAsked.current = isAsked;
  }, [isNarrow, isAsked]);
}
