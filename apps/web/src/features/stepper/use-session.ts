import type { Playback } from '@gcscope/gc-core/wire';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { atRest } from '../../address/use-debounced.ts';
import type { SessionState, SimulationSession } from './simulation-session.ts';

/** Where the session stands, new after each change. */
export function useSession(session: SimulationSession): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

export interface StepAddressOptions {
  readonly playback: Playback;
  /** The address speaks of another playback, which is not there yet. */
  readonly isStale: boolean;
  /** The copy of the cluster that is simulated on. */
  readonly fork: string | undefined;
}

/**
 * Keeps the step in the address: it follows the session at rest, and the session follows it when it changes otherwise,
 * and goes on with another playback as soon as there is one.
 */
export function useStepAddress(
  session: SimulationSession,
  { playback, isStale, fork }: StepAddressOptions,
): void {
  const { step, simulation } = useView();
  const go = useGo();
  const { cursor } = useSession(session);
  const known = useRef(step);
  const loaded = useRef(playback);

  // At once: a link without its name would be played on another copy.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when there is another copy; whoever leaves takes no name along.
  useEffect(() => {
    if (simulation !== fork) go({ simulation: fork }, undefined, { replace: true });
  }, [fork]);

  useEffect(() => {
    if (isStale) return;
    if (playback !== loaded.current) {
      loaded.current = playback;
      known.current = step;
      session.load(playback, step ?? playback.initialSteps);
    } else if (step !== known.current) {
      known.current = step;
      session.jump(step ?? playback.initialSteps);
    }
  }, [session, step, playback, isStale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new with each rendering and always does the same.
  useEffect(() => {
    if (isStale || (cursor === known.current && simulation === fork)) return;
    return atRest(() => {
      known.current = cursor;
      go({ step: cursor, simulation: fork }, undefined, { replace: true });
    });
  }, [cursor, simulation, fork, isStale]);
}
