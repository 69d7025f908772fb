import '../../ui/step-list.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { Sentence } from '../../ui/Sentence.tsx';
import type { RunStep } from '../../worker/node-messages.ts';
import { becauseOf } from './describe-decision.ts';
import { PlanState } from './ItemRow.tsx';
import { nameOf, type StepTextProps } from './StepText.tsx';

/** More rows at once make stepping slow; a button with their count leads to the others. */
const MOST_AROUND = 80;

/** All decisions of the run in order, the current one marked; a click jumps. */
export function RunSteps({ view, playback, place, items }: StepTextProps): ReactNode {
  const { cursor, jump } = place;
  const { steps, error } = playback;
  const list = useRef<HTMLOListElement>(null);
  const first = Math.max(0, cursor - MOST_AROUND);
  const shown = steps.slice(first, cursor + MOST_AROUND);
  const later = steps.length - first - shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which row is the current one.
  useEffect(() => {
    const box = list.current;
    const row = box?.querySelector('[aria-current=step]');
    if (!box || !(row instanceof HTMLElement)) return;
    box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2;
  }, [cursor]);
  const row = (number: number, words: ReactNode): ReactNode => (
    <li key={number} className="step" aria-current={number === cursor ? 'step' : undefined}>
      <Button className="step-jump" aria-label={`Step ${number}`} onPress={() => jump(number)} />
      <span className="step-number">{number}</span>
      <div className="step-words">{words}</div>
    </li>
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
    <section className="steps" aria-label="Steps">
      <ol ref={list} className="step-list">
        {first === 0 ? (
          row(0, <p>The run begins</p>)
        ) : (
          <li className="step-rest">
            <Button className="button" data-quiet="" onPress={() => jump(first)}>
              {first} earlier steps
            </Button>
          </li>
        )}
        {shown.map((step, index) => row(first + index + 1, words(step)))}
        {later > 0 ? (
          <li className="step-rest">
            <Button className="button" data-quiet="" onPress={() => jump(steps.length - later)}>
              {later} later steps
            </Button>
          </li>
        ) : (
          row(steps.length + 1, <p>{error === undefined ? 'The run succeeds' : 'The run fails'}</p>)
        )}
      </ol>
    </section>
  );
}
