import './step-list.css';
import type { Step } from '@gcscope/gc-core/wire';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { ActorTag } from './ActorTag.tsx';
import { StepSentence } from './ObjectLinks.tsx';
import { OtherActors } from './OtherActors.tsx';
import type { ObjectNames } from './object-names.ts';
import type { SimulationSession } from './simulation-session.ts';
import { useSession } from './use-session.ts';

export interface StepListProps {
  readonly session: SimulationSession;
  readonly names: ObjectNames;
}

/** More rows at once make stepping slow; the rest is said with its number. */
const MOST_AROUND = 150;

/** All steps in order, the current one marked; a click jumps. Below them what others could do now. */
export function StepList({ session, names }: StepListProps): ReactNode {
  const { view, cursor } = useSession(session);
  const list = useRef<HTMLOListElement>(null);
  const first = Math.max(0, cursor - MOST_AROUND);
  const shown = view.steps.slice(first, cursor + MOST_AROUND);
  const later = view.steps.length - first - shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which row is the current one.
  useEffect(() => {
    const row = list.current?.querySelector('[aria-current]');
    const box = list.current;
    // Not scrollIntoView: on a narrow screen it would move the page away under the finger.
    if (row instanceof HTMLElement && box && box.scrollHeight > box.clientHeight) {
      box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
    }
  }, [cursor]);
  return (
    <section className="steps" aria-label="Steps">
      <ol ref={list} className="step-list">
        {first === 0 ? (
          <li className="step" aria-current={cursor === 0 ? 'step' : undefined}>
            <Button className="step-jump" onPress={() => session.jump(0)}>
              <span className="step-number">0</span> Before the request
            </Button>
          </li>
        ) : (
          <li className="step-rest soft">{first} earlier steps</li>
        )}
        {shown.map((step) => (
          <StepRow
            key={step.index}
            step={step}
            number={step.index + 1}
            isCurrent={step.index + 1 === cursor}
            session={session}
            names={names}
          />
        ))}
        {later > 0 && <li className="step-rest soft">{later} later steps</li>}
      </ol>
      <OtherActors session={session} />
    </section>
  );
}

interface StepRowProps extends StepListProps {
  readonly step: Step;
  readonly number: number;
  readonly isCurrent: boolean;
}

const StepRow = memo(function StepRow({
  step,
  number,
  isCurrent,
  session,
  names,
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
        <p>
          <StepSentence text={step.sentence} names={names} subject={step.subject} />{' '}
          <span className="rule">{step.rule}</span>
        </p>
      </div>
    </li>
  );
});
