import type { ObjectReference, OwnerReference } from './object-reference.ts';
import type { PropagationPolicy } from './propagation-policy.ts';

/** One thing the collector noticed or did, with the rule behind it: the raw material of steps, sentences and log lines. */
export interface Note {
  readonly rule: string;
  readonly subject: ObjectReference;
  /** The other object concerned: the owner, the replaced identity, the dependent that was enqueued. */
  readonly other?: ObjectReference;
  readonly reference?: OwnerReference;
  /** The references of the subject by class, in the order they stand (AD-13, AD-14). */
  readonly references?: {
    readonly solid: readonly OwnerReference[];
    readonly dangling: readonly OwnerReference[];
    readonly waiting: readonly OwnerReference[];
  };
  /** The policy of the DELETE that follows (AD-17). */
  readonly policy?: PropagationPolicy;
  /** The finalizer that was to be removed (FR-05). */
  readonly finalizer?: string;
  /** Whether the item was virtual at that moment (AD-01). */
  readonly virtual?: boolean;
}

/** Receives notes; left out where notes are not read. */
export type NoteSink = (note: Note) => void;
