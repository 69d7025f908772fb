import type { ApiObject, Millis, WatchEventType } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { Sentence } from '../meta/sentence.ts';
import type { GraphDelta } from './graph-delta.ts';

/** The actor of a step. */
export type Actor =
  | 'user'
  | 'graph-builder'
  | 'delete-worker'
  | 'orphan-worker'
  | 'kubelet'
  | 'controller'
  | 'clock';

/** One API request with its answer. */
export interface StepRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly contentType?: string;
  /** JSON text of the body. */
  readonly body?: string;
  readonly code: number;
  /** Kubernetes reason of a failure. */
  readonly reason?: string;
  /** JSON text of the answer's body. */
  readonly answer?: string;
}

/** A line of the collector's log, as its release writes it, without the header. */
export interface StepLogLine {
  /** The `-v` from which on it is written; 0 for errors. */
  readonly level: number;
  readonly severity: 'info' | 'error';
  readonly text: string;
}

/** An object before and after a stored change. */
export interface ObjectChange {
  readonly type: WatchEventType;
  readonly before?: ApiObject;
  readonly after?: ApiObject;
  /** A removed object as its DELETED event carries it, with the version of the removal (API-70). */
  readonly last?: ApiObject;
}

/** The items of the three queues, as text: `<apiVersion>/<Kind> [<namespace>/]<name> <uid>`, ` (virtual)` appended where it applies. */
export interface QueueContents {
  readonly graphChanges: readonly string[];
  readonly attemptToDelete: readonly string[];
  readonly attemptToOrphan: readonly string[];
}

/** A worker that is paused between two requests of a pass, while others go on. */
export interface PausedWorker {
  readonly queue: 'attemptToDelete' | 'attemptToOrphan';
  /** The item that it works on, as the queues show it. */
  readonly item: string;
  /** Its next request. */
  readonly next: Pick<StepRequest, 'method' | 'path'>;
}

/** One step of a simulation: who did what to what, by which rule, and everything that changed. */
export interface Step {
  readonly index: number;
  /** Milliseconds of simulated time since the start. */
  readonly at: Millis;
  readonly actor: Actor;
  readonly subject?: ObjectReference;
  /** The rule that decided; absent where none did, as when only time passes. */
  readonly rule?: string;
  /** The event, as a sentence. */
  readonly sentence: Sentence;
  readonly requests: readonly StepRequest[];
  readonly objects: readonly ObjectChange[];
  /** Kubernetes Events reported: `<type> <reason> <message>`. */
  readonly events: readonly string[];
  readonly delta: GraphDelta;
  /** After the step. */
  readonly queues: QueueContents;
  /** After the step, the longest first; absent when none pauses. */
  readonly paused?: readonly PausedWorker[];
  /** After the step, as identities. */
  readonly absentOwnerCache: readonly string[];
  /** Lines of the collector's log about the step, at `-v=5`. */
  readonly log?: readonly StepLogLine[];
  /** A note of the scene where its next part begins. */
  readonly note?: string;
}
