import type { Seconds } from '../meta/object-meta.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';
import type { Release } from '../meta/releases.ts';
import type { Sentence } from '../meta/sentence.ts';
import type { NodeRecord } from './node-record.ts';
import type { Step } from './step.ts';

/** What an actor beside the collector does in a simulation. */
export type SimulationAction =
  | { readonly type: 'delete'; readonly uid: Uid; readonly propagationPolicy: PropagationPolicy }
  | { readonly type: 'removeFinalizer'; readonly uid: Uid; readonly finalizer: string }
  | { readonly type: 'terminatePod'; readonly uid: Uid }
  | { readonly type: 'advance'; readonly seconds: Seconds };

/** Body of `POST /api/v1/simulations`. */
export interface StartSimulation {
  readonly uid: Uid;
  readonly propagationPolicy: PropagationPolicy;
  readonly release?: Release;
}

/** Answer of the simulation routes. Steps run until the collector is at rest; actions then offered go on from there. */
export interface SimulationView {
  readonly id: string;
  readonly uid: Uid;
  readonly propagationPolicy: PropagationPolicy;
  readonly release: Release;
  /** The graph before step 0: the objects the deletion can reach, their owners and blockers. */
  readonly nodes: readonly NodeRecord[];
  readonly steps: readonly Step[];
  /** What other actors could do now. */
  readonly actions: readonly SimulationAction[];
  /** What had to be assumed because only metadata is read: shown to the user. */
  readonly assumptions: readonly Sentence[];
}
