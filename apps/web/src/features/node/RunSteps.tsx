import type { ReactNode } from 'react';
import { Sentence } from '../../ui/Sentence.tsx';
import { StepRow, StepRows } from '../../ui/StepRows.tsx';
import type { RunStep } from '../../worker/node-messages.ts';
import { becauseOf, nameOf } from './describe-decision.ts';
import { PlanState } from './ItemRow.tsx';
import type { StepTextProps } from './StepText.tsx';

const AROUND = 80;

/** All decisions of the run in order, the current one marked; a click jumps. */
export function RunSteps({ view, playback, place, items }: StepTextProps): ReactNode {
  const { cursor, jump } = place;
  const { steps, error } = playback;
  const row = (number: number, words: ReactNode): ReactNode => (
    <StepRow key={number} number={number} isCurrent={number === cursor} onJump={() => jump(number)}>
      {words}
    </StepRow>
  );
  const words = (step: RunStep): ReactNode => {
    const item = items.get(step.key);
    const state = step.action === 'remove' ? 'gone' : 'stays';
    return (
      <>
        <p>
          <PlanState plan={{ state }} /> <span className="soft">{item?.type}</span>{' '}
          <code className="name">{item ? nameOf(item) : step.key}</code>
        </p>
        {item && (
          <p className="soft">
            <Sentence text={becauseOf(view, item, step)} />
          </p>
        )}
      </>
    );
  };
  return (
    <section className="column steps" aria-label="Steps">
      <StepRows
        player={place}
        steps={steps}
        around={AROUND}
        start={row(0, <p>The run begins</p>)}
        end={row(
          steps.length + 1,
          <p>{error === undefined ? 'The run succeeds' : 'The run fails'}</p>,
        )}
        row={(step, number) => row(number, words(step))}
      />
    </section>
  );
}
