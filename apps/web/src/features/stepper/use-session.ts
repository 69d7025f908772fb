import type { Playback } from '@gcscope/gc-core/wire';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useGo, useView } from '../../address/navigation.tsx';
import { atRest } from '../../address/use-debounced.ts';
import type { Player } from '../../ui/PlayerControls.tsx';
import type { PlayerState, SimulationSession } from './simulation-session.ts';

/** The state of the session. */
export function useSession(session: SimulationSession): PlayerState {
  return useSyncExternalStore(session.subscribe, session.getState);
}

/** The session as a player. */
export function usePlayer(session: SimulationSession): Player {
  const { view, cursor, running } = useSession(session);
  return {
    cursor,
    last: view.steps.length,
    running,
    jump: (to) => session.jump(to),
    toggle: () => (running ? session.pause() : session.run()),
  };
}

export interface StepAddressOptions {
  readonly playback: Playback;
  /** The playback that the address names is not computed yet. */
  readonly isStale: boolean;
  /** The id of the fork that is played. */
  readonly fork: string | undefined;
}

/**
 * Keeps session and address in step. The address follows once the session stops moving; the session follows every other
 * change of the address, and loads a new playback when it arrives.
 */
export function useStepAddress(
  session: SimulationSession,
  { playback, isStale, fork }: StepAddressOptions,
): void {
  const { step, fork: asked } = useView();
  const go = useGo();
  const { cursor } = useSession(session);
  const known = useRef(step);
  const loaded = useRef(playback);

  // The address gets the id without delay: a link without it would be played on another fork.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the fork changes; leaving the page drops the id.
  useEffect(() => {
    if (asked !== fork) go({ fork }, undefined, { replace: true });
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
    if (isStale || (cursor === known.current && asked === fork)) return;
    return atRest(() => {
      known.current = cursor;
      go({ step: cursor, fork }, undefined, { replace: true });
    });
  }, [cursor, asked, fork, isStale]);
}
