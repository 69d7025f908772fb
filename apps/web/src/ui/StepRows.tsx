import './step-list.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import { PassedByTab } from '../address/navigation.tsx';
import type { Player } from './PlayerControls.tsx';
import { usePrinting } from './printing.ts';

/** Rows before and after the current one on paper. */
const MOST_PRINTED = 1000;

export interface StepRowsProps<Step> {
  readonly player: Pick<Player, 'cursor' | 'jump'>;
  readonly steps: readonly Step[];
  /** Rows before and after the current one; more make stepping slow, and buttons with their count stand for them. */
  readonly around: number;
  /** The rows before the first and after the last step. */
  readonly start: ReactNode;
  readonly end?: ReactNode;
  readonly row: (step: Step, number: number) => ReactNode;
}

/** Steps in order, the current one in the middle. Tab stops at it alone; arrow up and arrow down step, and the focus follows. */
export function StepRows<Step>(props: StepRowsProps<Step>): ReactNode {
  const { player, steps, around, start, end, row } = props;
  const { cursor, jump } = player;
  const list = useRef<HTMLOListElement>(null);
  // The ref stands for document.activeElement: after a far jump the row with the focus is out of the list. React tells of no blur then.
  const hasFocus = useRef(false);
  const near = usePrinting() ? MOST_PRINTED : around;
  const first = Math.max(0, cursor - near);
  const shown = steps.slice(first, cursor + near);
  const later = steps.length - first - shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which row is the current one.
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector('[aria-current=step]');
    if (!box || !(current instanceof HTMLElement)) return;
    // Sets scrollTop: on a narrow screen scrollIntoView would scroll the page as well.
    const centre = (): void => {
      box.scrollTop = current.offsetTop - (box.clientHeight - current.offsetHeight) / 2;
    };
    centre();
    // Sizes change with the first layout and when the fonts have loaded.
    const observer = new ResizeObserver(centre);
    observer.observe(box);
    observer.observe(current);
    return () => observer.disconnect();
  }, [cursor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor says which row is the current one.
  useEffect(() => {
    if (!hasFocus.current) return;
    const current = list.current?.querySelector<HTMLElement>('[aria-current=step] > button');
    current?.focus({ preventScroll: true });
  }, [cursor]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    jump(cursor + by);
  };
  const rest = (to: number, words: string): ReactNode => (
    <li className="step-rest">
      <Button className="button" data-quiet="" excludeFromTabOrder onPress={() => jump(to)}>
        {words}
      </Button>
    </li>
  );
  return (
    <ol
      ref={list}
      className="scrolls step-list"
      onKeyDown={onKeyDown}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      {first === 0 ? start : rest(first, `${first} earlier steps`)}
      {shown.map((step, at) => row(step, first + at + 1))}
      {later > 0 ? rest(steps.length - later, `${later} later steps`) : end}
    </ol>
  );
}

export interface StepRowProps {
  readonly number: number;
  readonly isCurrent: boolean;
  readonly onJump: () => void;
  readonly children: ReactNode;
}

/** A step; a click jumps to it. */
export function StepRow({ number, isCurrent, onJump, children }: StepRowProps): ReactNode {
  return (
    <li className="step" aria-current={isCurrent ? 'step' : undefined}>
      <Button
        className="plain-button step-jump"
        aria-label={`Step ${number}`}
        excludeFromTabOrder={!isCurrent}
        onPress={onJump}
      />
      <span className="step-number">{number}</span>
      <div className="step-sentence">
        <PassedByTab value={true}>{children}</PassedByTab>
      </div>
    </li>
  );
}
