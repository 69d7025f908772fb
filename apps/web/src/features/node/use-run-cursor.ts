import { useEffect, useRef, useState } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { atRest } from '../../address/use-debounced.ts';

/** The current step of a run, and ways to move on. */
export interface RunCursor {
  /** Number of steps taken. */
  readonly cursor: number;
  readonly running: boolean;
  readonly jump: (cursor: number) => void;
  /** Starts or pauses; at the end it starts over. */
  readonly toggle: () => void;
}

/** Time to read a sentence. */
const STEP_MILLIS = 1500;

/** The cursor over `last` steps, kept equal to the address: written once it stops moving. */
export function useRunCursor(last: number): RunCursor {
  const { step } = useView();
  const go = useGo();
  const within = (place: number): number => Math.min(Math.max(0, place), last);
  const [cursor, setCursor] = useState(within(step ?? 0));
  const [running, setRunning] = useState(false);
  const known = useRef(step);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor is set by the address only when that changes.
  useEffect(() => {
    if (step === known.current) return;
    known.current = step;
    setCursor(within(step ?? 0));
  }, [step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new with each rendering and always does the same.
  useEffect(() => {
    if (cursor === (known.current ?? 0)) return;
    return atRest(() => {
      known.current = cursor;
      go({ step: cursor }, undefined, { replace: true });
    });
  }, [cursor]);

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      if (cursor < last) setCursor(cursor + 1);
      if (cursor + 1 >= last) setRunning(false);
    }, STEP_MILLIS);
    return () => clearTimeout(timer);
  }, [running, cursor, last]);

  return {
    cursor,
    running,
    jump: (place) => setCursor(within(place)),
    toggle: () => {
      if (!running && cursor === last) setCursor(0);
      setRunning(!running);
    },
  };
}

/** Elements that use these keys themselves. */
const TYPING = 'input:not([type=range]), textarea, select, [role=dialog], [role=menu]';
const OWN_SPACE = `${TYPING}, button, a, summary, input`;

/** Arrows step, Home and End jump, space starts and pauses, Esc leaves: as in the other player. */
export function useRunKeys(
  { cursor, jump, toggle }: RunCursor,
  last: number,
  onLeave: () => void,
): void {
  useEffect(() => {
    const acts = new Map<string, () => void>([
      ['ArrowLeft', () => jump(cursor - 1)],
      ['ArrowRight', () => jump(cursor + 1)],
      ['Home', () => jump(0)],
      ['End', () => jump(last)],
      [' ', toggle],
      ['Escape', onLeave],
    ]);
    const onKey = (event: KeyboardEvent): void => {
      const act = acts.get(event.key);
      const isMeant = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented);
      const own = event.key === ' ' ? OWN_SPACE : TYPING;
      const isElsewhere = event.target instanceof Element && event.target.closest(own) !== null;
      if (!act || !isMeant || isElsewhere) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
