import type { Seconds } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { PropagationPolicy } from '../meta/propagation-policy.ts';
import type { Advice } from '../wire/terminating.ts';

/** What a command does, as far as it can be played before it is given. */
export type AdvisedAct =
  | {
      readonly type: 'delete';
      readonly object: ObjectReference;
      readonly propagationPolicy?: PropagationPolicy;
      readonly gracePeriodSeconds?: Seconds;
    }
  /** A JSON patch. */
  | {
      readonly type: 'patch';
      readonly object: ObjectReference;
      readonly operations: readonly unknown[];
    };

/** A piece of advice before it is tried. */
export interface PlannedAdvice extends Advice {
  /** Absent where the command only reads, or changes what is not simulated. */
  readonly act?: AdvisedAct;
  /** The object that it is to save. */
  readonly keeps?: ObjectReference;
}
