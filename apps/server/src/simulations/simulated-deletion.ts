import { offersAt, type Piece, play } from '@gcscope/gc-core';
import type {
  Cue,
  Direction,
  Fork,
  Interjection,
  Playback,
  SimulationAction,
  SimulationView,
} from '@gcscope/gc-core/wire';

/** One simulated deletion: the steps so far, and what others could do next. */
export class SimulatedDeletion {
  readonly id: string;
  readonly #fork: Fork;
  #direction: Direction;
  #playback: Playback;

  /** Deletes the object of the fork and runs until nothing moves any more. */
  constructor(id: string, fork: Fork, how: Omit<Direction, 'cues'>) {
    this.id = id;
    this.#fork = fork;
    this.#direction = { ...how, cues: [] };
    this.#playback = play(this.#piece, this.#direction);
  }

  get view(): SimulationView {
    const { nodes, steps, release, assumptions, propagationPolicy = 'Background' } = this.#playback;
    const { uid } = this.#fork;
    const { actions } = offersAt(this.#piece, this.#direction, steps.length, [uid]);
    return {
      id: this.id,
      uid,
      propagationPolicy,
      release,
      nodes,
      steps,
      actions: actions.filter(isAction),
      assumptions,
    };
  }

  /** Lets an actor act and runs on until nothing moves; false if the object it concerns is not there. */
  act(act: SimulationAction): boolean {
    const cue: Cue = { at: this.#playback.steps.length, act };
    const direction = { ...this.#direction, cues: [...this.#direction.cues, cue] };
    const playback = play(this.#piece, direction);
    if (playback.faults.length > 0) return false;
    this.#direction = direction;
    this.#playback = playback;
    return true;
  }

  get #piece(): Piece {
    return { type: 'fork', fork: this.#fork };
  }
}

/** What this interface speaks of; a player of one's own can do more. */
function isAction(act: Interjection): act is SimulationAction {
  return ['delete', 'removeFinalizer', 'terminatePod', 'advance'].includes(act.type);
}
