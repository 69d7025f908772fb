import type { Act } from '../simulation/step-recorder.ts';
import type { Action, TimedAction } from '../wire/playback.ts';
import { performAction, repetitionOf } from './perform-action.ts';
import type { PlayedWorld } from './played-world.ts';

/** Plays a world, and performs each action as soon as its step is reached. */
export class Player {
  readonly world: PlayedWorld;
  /** Actions that could not be carried out. */
  readonly faults: string[] = [];
  readonly #actions: TimedAction[];
  readonly #firstAction: number;
  readonly #until: number;

  /** Stops for good after `until` steps, before any other action. */
  constructor(
    world: PlayedWorld,
    actions: readonly TimedAction[],
    until: number = Number.POSITIVE_INFINITY,
  ) {
    this.world = world;
    this.#actions = [...actions];
    this.#firstAction = actions[0]?.at ?? Number.POSITIVE_INFINITY;
    this.#until = until;
  }

  /** Whether the world has played as written so far: no action has come yet. */
  get isAsWritten(): boolean {
    return this.world.length < this.#firstAction;
  }

  /** Whether it has stopped for good. */
  get isOver(): boolean {
    return this.world.length >= this.#until;
  }

  /** Until nothing moves by itself any more. */
  rest(): void {
    while (this.#step());
    this.world.finishPassing();
  }

  /** Until the time that passes is over. */
  restInTime(): void {
    while (this.#step(true));
    this.world.finishPassing();
  }

  /** Until no worker is paused between two requests. */
  finishPaused(): void {
    for (;;) {
      this.#takeActions();
      if (this.isOver || !this.world.finishPaused()) return;
    }
  }

  /** This many steps, or until nothing moves any more. */
  steps(count: number): void {
    for (let made = 0; made < count; made++) {
      this.#takeActions();
      if (this.isOver || !this.world.stepNow()) return;
    }
  }

  /** A request of the scenario itself. */
  act(act: Act): void {
    this.#takeActions();
    if (!this.isOver) this.world.recorder.act(act);
  }

  /** A change without a request, recorded as a step. */
  happen(run: () => void, described: Parameters<PlayedWorld['recorder']['record']>[0]): void {
    this.#takeActions();
    if (this.isOver) return;
    run();
    this.world.recorder.record(described);
  }

  /** A change without a step of its own. */
  prepare(run: () => void): void {
    this.#takeActions();
    if (!this.isOver) run();
  }

  /** An action of the user. */
  performAction(act: Action): void {
    this.#takeActions();
    if (!this.isOver) this.#performAction(act);
  }

  #step(inTime = false): boolean {
    const before = this.world.length;
    this.#takeActions();
    if (this.isOver) return false;
    return this.world.next(inTime) || this.world.length > before;
  }

  #takeActions(): void {
    for (
      let timed = this.#actions[0];
      timed && timed.at <= this.world.length;
      timed = this.#actions[0]
    ) {
      if (this.isOver) return;
      this.#actions.shift();
      this.#performAction(timed.act);
    }
  }

  #performAction(act: Action): void {
    const repetition = repetitionOf(this.world.simulation, act);
    if (repetition === undefined && performAction(this.world, act)) return;
    const why = repetition ?? 'its object does not exist at this step';
    this.faults.push(
      `After step ${this.world.length}, the action “${act.type}” was left out: ${why}.`,
    );
  }
}
