import type { Explanation, PolicyForecast, Uid } from '@gcscope/gc-core/wire';
import type { Disagreement } from './check-verdicts.ts';
import type { Deletion } from './reachable-outcomes.ts';
import type { World } from './world.ts';
import type { WorldState } from './world-state.ts';

/** What was said of a world's objects while it was settled, or changed without a look at it, and what became of them. */
export interface VerdictTrial {
  readonly before: WorldState;
  readonly after: WorldState;
  readonly predicted: ReadonlyMap<Uid, Explanation>;
  readonly disagreements: readonly Disagreement[];
  /** The verdicts come true in one order of the simulation, and another one, in which others were faster, was taken. */
  readonly isOtherOrder: boolean;
}

/** The forecast of a deletion, and what became of it. */
export interface ForecastTrial {
  readonly before: WorldState;
  readonly after: WorldState;
  readonly deletion: Deletion;
  readonly predicted: PolicyForecast;
  readonly disagreements: readonly Disagreement[];
  /** The end is not the forecast one, and an order of the simulation comes to it. */
  readonly isOtherOrder: boolean;
}

/** Whether the end is another one because of an order that is said to matter. */
export function isExcused({ predicted, isOtherOrder }: ForecastTrial): boolean {
  return isOtherOrder && predicted.orders !== 'alike';
}

/** A world, judged. */
export interface TriedWorld {
  readonly world: World;
  /** The number of the world's object with the uid. */
  readonly numberOf: (uid: Uid) => number | undefined;
  readonly verdicts: VerdictTrial;
  /** Absent where no object is left to delete. */
  readonly forecast?: ForecastTrial;
}

/** What is not explained in it, if anything: a verdict before a forecast, as the one may bring about the other. */
export function wrongIn({ verdicts, forecast }: TriedWorld): 'verdict' | 'forecast' | undefined {
  if (verdicts.disagreements.length > 0 && !verdicts.isOtherOrder) return 'verdict';
  if (!forecast || forecast.disagreements.length === 0 || isExcused(forecast)) return undefined;
  return 'forecast';
}
