import type { ObjectReference, OwnerReference } from './object-reference.ts';

/** One thing the collector noticed or did, with the rule behind it: the raw material of steps, sentences and log lines. */
export interface Note {
  readonly rule: string;
  readonly subject: ObjectReference;
  /** The other object concerned: the owner, the replaced identity, the dependent that was enqueued. */
  readonly other?: ObjectReference;
  readonly reference?: OwnerReference;
}

/** Receives notes; left out where nobody listens. */
export type NoteSink = (note: Note) => void;
