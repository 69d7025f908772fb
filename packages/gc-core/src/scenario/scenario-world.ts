import type { Simulation } from '../simulation/simulation.ts';
import type { ChosenUids } from './chosen-uids.ts';
import type { NamedObjects } from './named-objects.ts';
import type { Transcript } from './transcript.ts';

/** Everything one run of a scenario works on. */
export interface ScenarioWorld {
  readonly simulation: Simulation;
  readonly manual: boolean;
  readonly named: NamedObjects;
  readonly transcript: Transcript;
  readonly uids: ChosenUids;
}
