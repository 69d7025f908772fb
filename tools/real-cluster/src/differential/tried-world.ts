import type { Explanation, PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import type { Disagreement } from './check-verdicts.ts';
import type { Play } from './play.ts';
import type { Deletion } from './possible-ends.ts';
import type { World } from './world.ts';
import type { WorldState } from './world-state.ts';

/** What was said of a world's objects while it was settled, or changed while nobody looked, and what became of them. */
export interface VerdictTrial {
  readonly before: WorldState;
  readonly after: WorldState;
  readonly told: ReadonlyMap<Uid, Explanation>;
  readonly disagreements: readonly Disagreement[];
  /** The verdicts come true in one order of the simulation, and another one, in which others were faster, was taken. */
  readonly isOtherOrder: boolean;
}

/** What was foretold of a deletion, and what became of it. */
export interface ForecastTrial {
  readonly deletion: Deletion;
  readonly told: PolicyForecast;
  readonly disagreements: readonly Disagreement[];
  /** The end is not the foretold one, and an order of the simulation comes to it. */
  readonly isOtherOrder: boolean;
}

/** Whether the end is another one because of an order that is said to matter. */
export function isExcused({ told, isOtherOrder }: ForecastTrial): boolean {
  return isOtherOrder && told.decides.length > 0;
}

/** A world, judged. */
export interface TriedWorld {
  readonly world: World;
  readonly play: Play;
  readonly verdicts: VerdictTrial;
  /** Absent where no object is left to delete. */
  readonly forecast?: ForecastTrial;
}
