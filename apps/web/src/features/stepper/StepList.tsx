import '../../ui/step-list.css';
import type { SceneSummary, Step } from '@gcscope/gc-core/wire';
import { ArrowRight } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useView, ViewLink } from '../../address/navigation.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ActorTag } from './ActorTag.tsx';
import { ObjectLink } from './ObjectLinks.tsx';
import { formatOutcome, outcomeOf } from './outcome.ts';
import { simulatedTime } from './simulated-time.ts';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

export interface StepListProps {
  readonly session: SimulationSession;
  /** The scene to go on with. */
  readonly next: SceneSummary | undefined;
}

/** More rows make stepping slow; a button stands for the rest. */
const MOST_AROUND = 60;

/** The list beside the map; on a narrow page, and beside another simulation, there is no room. */
export function StepsAside(props: StepListProps): ReactNode {
  const { beside, folded = [] } = useView();
  const isNarrow = useNarrow();
  if (isNarrow || beside !== undefined || folded.includes('steps')) return null;
  return <StepList {...props} />;
}

/** The list on a narrow page: a press away, below the sentence of the step. */
export function StepsBelow(props: StepListProps): ReactNode {
  const { view } = useSession(props.session);
  const { beside } = useView();
  if (!useNarrow() || beside !== undefined) return null;
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
      <StepList {...props} />
    </details>
  );
}

/** All steps in order, the current one marked; a click jumps. The outcome stands below. */
function StepList({ session, next }: StepListProps): ReactNode {
  const { view, cursor } = useSession(session);
  const list = useRef<HTMLOListElement>(null);
  const first = Math.max(0, cursor - MOST_AROUND);
  const shown = view.steps.slice(first, cursor + MOST_AROUND);
  const later = view.steps.length - first - shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which row is the current one.
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector('[aria-current=step]');
    if (!box || !(row instanceof HTMLElement)) return;
    // Not scrollIntoView: on a narrow screen it would scroll the page as well.
    const centre = (): void => {
      box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
    };
    centre();
    // Sizes change with the first layout and when the fonts have loaded.
    const observer = new ResizeObserver(centre);
    observer.observe(box);
    observer.observe(row);
    return () => observer.disconnect();
  }, [cursor]);
  return (
    <section className="steps" aria-label="Steps">
      <ol ref={list} className="step-list">
        {first === 0 ? (
          <li className="step" aria-current={cursor === 0 ? 'step' : undefined}>
            <Button className="step-jump" onPress={() => session.jump(0)}>
              <span className="step-number">0</span> The start
            </Button>
          </li>
        ) : (
          <li className="step-rest">
            <Button className="button" data-quiet="" onPress={() => session.jump(first)}>
              {first} earlier steps
            </Button>
          </li>
        )}
        {shown.map((step) => (
          <StepRow
            key={step.index}
            step={step}
            number={step.index + 1}
            isCurrent={step.index + 1 === cursor}
            session={session}
          />
        ))}
        {later > 0 && (
          <li className="step-rest">
            <Button
              className="button"
              data-quiet=""
              onPress={() => session.jump(view.steps.length - later)}
            >
              {later} later steps
            </Button>
          </li>
        )}
      </ol>
      <End session={session} next={next} />
    </section>
  );
}

/** The outcome in numbers. */
function End({ session, next }: StepListProps): ReactNode {
  const { view, cursor } = useSession(session);
  const outcome = useMemo(() => outcomeOf(view, session.end), [view, session]);
  const last = view.steps.length;
  return (
    <div className="steps-end">
      <p>
        Ends after {last} {last === 1 ? 'step' : 'steps'}: {formatOutcome(outcome)}.
      </p>
      {cursor < last && (
        <Button className="button" onPress={() => session.jump(last)}>
          Go to the end
        </Button>
      )}
      {cursor === last && next && (
        <ViewLink
          page={{ page: 'scene', name: next.name }}
          change={{ depth: undefined }}
          className="button"
          title={next.title}
        >
          Next scene <ArrowRight size={14} aria-hidden />
        </ViewLink>
      )}
    </div>
  );
}

interface StepRowProps {
  readonly session: SimulationSession;
  readonly step: Step;
  readonly number: number;
  readonly isCurrent: boolean;
}

const StepRow = memo(function StepRow({
  step,
  number,
  isCurrent,
  session,
}: StepRowProps): ReactNode {
  return (
    <li className="step" aria-current={isCurrent ? 'step' : undefined}>
      <Button
        className="step-jump"
        aria-label={`Step ${number}`}
        onPress={() => session.jump(number)}
      />
      <span className="step-number">{number}</span>
      <div className="step-words">
        <ActorTag actor={step.actor} />
        {step.at > 0 && <span className="soft step-time">after {simulatedTime(step.at)}</span>}
        <p>
          <Sentence text={step.sentence} Link={ObjectLink} /> <RuleLink rule={step.rule} />
        </p>
        {step.note !== undefined && <p className="step-note">{step.note}</p>}
      </div>
    </li>
  );
});
