import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useGo, useView } from '../navigation.tsx';
import type { SessionState, SimulationSession } from './simulation-session.ts';

/** Browsers refuse addresses that change many times a second. */
const REST_MILLIS = 150;

/** Where the session stands, new after each change. */
export function useSession(session: SimulationSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** Keeps the step in the address: it follows the session at rest, and the session follows it when it changes otherwise. */
export function useStepAddress(session: SimulationSession): void {
  const { step, simulation } = useView();
  const go = useGo();
  const { cursor, view } = useSession(session);
  const known = useRef(step);
  const { id } = view;

  useEffect(() => {
    if (step === known.current) return;
    known.current = step;
    session.jump(step ?? 0);
  }, [session, step]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new with each rendering and always does the same.
  useEffect(() => {
    if (cursor === known.current && simulation === id) return;
    const timer = setTimeout(() => {
      known.current = cursor;
      go({ step: cursor, simulation: id }, undefined, { replace: true });
    }, REST_MILLIS);
    return () => clearTimeout(timer);
  }, [cursor, simulation, id]);
}
