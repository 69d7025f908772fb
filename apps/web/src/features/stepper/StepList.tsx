import type { SceneSummary, Step } from '@gcscope/gc-core/wire';
import { counted } from '@gcscope/gc-core/wire';
import { ArrowRight } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';
import { Button } from 'react-aria-components';
import { usePage, useView, ViewLink } from '../../address/navigation.tsx';
import { useUnreadKinds } from '../../data/use-graph.ts';
import { MissingKinds } from '../../ui/MissingKinds.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { StepRow, StepRows } from '../../ui/StepRows.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { ActorTag } from './ActorTag.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { formatOutcome, outcomeOf } from './outcome.ts';
import { useFolded } from './show-details.ts';
import { simulatedTime } from './simulated-time.ts';
import type { SimulationSession } from './simulation-session.ts';
import { usePlayer, useSession } from './use-session.ts';

export interface StepListProps {
  readonly session: SimulationSession;
  /** The scene to go on with. */
  readonly next: SceneSummary | undefined;
}

const AROUND = 60;

/** The list beside the map; on a narrow page, and beside another simulation, there is no room. */
export function StepsAside(props: StepListProps): ReactNode {
  const { beside } = useView();
  const folded = useFolded();
  const isNarrow = useWindow('narrow');
  const printing = usePrinting();
  const isFolded = folded.includes('steps') && !printing;
  if (isNarrow || beside !== undefined || isFolded) return null;
  return <StepList {...props} />;
}

/** The list on a narrow page: a press away, below the sentence of the step. */
export function StepsBelow({ session }: Pick<StepListProps, 'session'>): ReactNode {
  const { view } = useSession(session);
  const { beside } = useView();
  if (!useWindow('narrow') || beside !== undefined) return null;
  return (
    <details
      className="steps-fold"
      onToggle={({ currentTarget }) => {
        // Below the map, which stays, there is room for the list, but not for the sentence as well.
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'start' });
      }}
    >
      <summary>
        Steps <span className="soft">{view.steps.length}</span>
      </summary>
      <StepList session={session} next={undefined} />
    </details>
  );
}

/** All steps in order, the current one marked; a click jumps. The outcome stands below. */
function StepList({ session, next }: StepListProps): ReactNode {
  const { view, cursor } = useSession(session);
  return (
    <section className="column steps" aria-label="Steps">
      <StepRows
        player={usePlayer(session)}
        steps={view.steps}
        around={AROUND}
        start={
          <li className="step" aria-current={cursor === 0 ? 'step' : undefined}>
            <Button
              className="plain-button step-jump"
              excludeFromTabOrder={cursor !== 0}
              onPress={() => session.jump(0)}
            >
              <span className="step-number">0</span> The start
            </Button>
          </li>
        }
        row={(step, number) => (
          <RowOf key={number} {...{ step, number, session }} isCurrent={number === cursor} />
        )}
      />
      <End session={session} next={next} />
    </section>
  );
}

/** The outcome in numbers. */
function End({ session, next }: StepListProps): ReactNode {
  const { view, cursor } = useSession(session);
  const outcome = useMemo(() => outcomeOf(view, session.end), [view, session]);
  const last = view.steps.length;
  const isOfCluster = usePage()?.page === 'simulate';
  const unread = useUnreadKinds();
  return (
    <div className="steps-end">
      <div>
        <p>
          Ends after {counted(last, 'step')}: {formatOutcome(outcome)}.
        </p>
        {isOfCluster && <MissingKinds what="Objects" kinds={unread} />}
      </div>
      {cursor < last && (
        <Button className="button" onPress={() => session.jump(last)}>
          Go to the end
        </Button>
      )}
      {cursor === last && next && <NextScene scene={next} />}
    </div>
  );
}

/** Leads on at the end of a scene. */
export function NextScene({ scene }: { readonly scene: SceneSummary }): ReactNode {
  return (
    <ViewLink
      page={{ page: 'scene', name: scene.name }}
      change={{ depth: undefined }}
      className="button"
      title={scene.title}
    >
      Next scene <ArrowRight size={14} aria-hidden />
    </ViewLink>
  );
}

interface RowProps {
  readonly session: SimulationSession;
  readonly step: Step;
  readonly number: number;
  readonly isCurrent: boolean;
}

const RowOf = memo(function RowOf({ step, number, isCurrent, session }: RowProps): ReactNode {
  return (
    <StepRow number={number} isCurrent={isCurrent} onJump={() => session.jump(number)}>
      <ActorTag actor={step.actor} />
      {step.at > 0 && <span className="soft step-time">after {simulatedTime(step.at)}</span>}
      <p>
        <Sentence text={step.sentence} Link={ObjectLink} /> <RuleLink rule={step.rule} />
      </p>
      {step.note !== undefined && <p className="step-note">{step.note}</p>}
    </StepRow>
  );
});
