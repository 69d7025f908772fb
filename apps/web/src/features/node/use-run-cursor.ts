import { useEffect, useRef, useState } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { atRest } from '../../address/use-debounced.ts';
import type { Player } from '../../ui/PlayerControls.tsx';

/** Time to read a sentence. */
const STEP_MILLIS = 1500;

/** The cursor over `last` steps, kept equal to the address: written once it stops moving. */
export function useRunCursor(last: number): Player {
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
    last,
    running,
    jump: (place) => setCursor(within(place)),
    toggle: () => {
      if (!running && cursor === last) setCursor(0);
      setRunning(!running);
    },
  };
}
