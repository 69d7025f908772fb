import type { Act } from '../simulation/step-recorder.ts';
import type { Cue, Interjection } from '../wire/playback.ts';
import { interject } from './interject.ts';
import type { PlayedWorld } from './played-world.ts';

/** Plays a world, and makes happen what the cues say as soon as their step is reached. */
export class Performance {
  readonly world: PlayedWorld;
  /** What could not be done as directed. */
  readonly faults: string[] = [];
  readonly #cues: Cue[];
  readonly #firstCue: number;
  readonly #until: number;

  /** Stops for good after `until` steps, before anything else happens. */
  constructor(world: PlayedWorld, cues: readonly Cue[], until: number = Number.POSITIVE_INFINITY) {
    this.world = world;
    this.#cues = [...cues];
    this.#firstCue = cues[0]?.at ?? Number.POSITIVE_INFINITY;
    this.#until = until;
  }

  /** Whether nobody has done anything so far that the story does not tell. */
  get isAsTold(): boolean {
    return this.world.length < this.#firstCue;
  }

  get #isOver(): boolean {
    return this.world.length >= this.#until;
  }

  /** Until nothing moves by itself any more. */
  rest(): void {
    while (this.#step());
    this.world.finishPassing();
  }

  /** Until no worker stands between two requests any more. */
  finishStanding(): void {
    for (;;) {
      this.#takeCues();
      if (this.#isOver || !this.world.finishStanding()) return;
    }
  }

  /** So many steps, or until nothing moves any more. */
  steps(count: number): void {
    for (let made = 0; made < count; made++) {
      this.#takeCues();
      if (this.#isOver || !this.world.stepNow()) return;
    }
  }

  /** Somebody acts, as told from the beginning. */
  act(act: Act): void {
    this.#takeCues();
    if (!this.#isOver) this.world.recorder.act(act);
  }

  /** Something without a request happens and is told. */
  happen(run: () => void, told: Parameters<PlayedWorld['recorder']['tell']>[0]): void {
    this.#takeCues();
    if (this.#isOver) return;
    run();
    this.world.recorder.tell(told);
  }

  /** Something without a step of its own happens. */
  prepare(run: () => void): void {
    this.#takeCues();
    if (!this.#isOver) run();
  }

  /** Somebody beside the collector acts. */
  interject(act: Interjection): void {
    this.#takeCues();
    if (!this.#isOver) this.#interject(act);
  }

  #step(): boolean {
    const before = this.world.length;
    this.#takeCues();
    if (this.#isOver) return false;
    return this.world.next() || this.world.length > before;
  }

  #takeCues(): void {
    for (let cue = this.#cues[0]; cue && cue.at <= this.world.length; cue = this.#cues[0]) {
      if (this.#isOver) return;
      this.#cues.shift();
      this.#interject(cue.act);
    }
  }

  #interject(act: Interjection): void {
    if (interject(this.world, act)) return;
    const at = this.world.length;
    this.faults.push(`After step ${at} “${act.type}” was not possible: its object is not there.`);
  }
}
