import { useEffect, useState } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { useDebounced } from '../../address/use-debounced.ts';
import type { Player } from '../../ui/PlayerControls.tsx';

/** Time to read a sentence. */
const STEP_MILLIS = 1500;

/** The cursor over `last` steps, kept equal to the address: written once it stops moving. */
export function useRunCursor(last: number): Player {
  const { step = 0 } = useView();
  const go = useGo();
  const within = (place: number): number => Math.min(Math.max(0, place), last);
  const [place, setPlace] = useDebounced(step, (at) =>
    go({ step: at }, undefined, { replace: true }),
  );
  const [running, setRunning] = useState(false);
  const cursor = within(place);
  // An address may name a step that the run does not have.
  useEffect(() => setPlace(cursor), [cursor, setPlace]);

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      if (cursor < last) setPlace(cursor + 1);
      if (cursor + 1 >= last) setRunning(false);
    }, STEP_MILLIS);
    return () => clearTimeout(timer);
  }, [running, cursor, last, setPlace]);

  return {
    cursor,
    last,
    running,
    jump: (place) => setPlace(within(place)),
    toggle: () => {
      if (!running && cursor === last) setPlace(0);
      setRunning(!running);
    },
  };
}
