import { formatCount } from '../meta/format-count.ts';
import type { Millis, Timestamp } from '../meta/object-meta.ts';
import type { ObjectReference } from '../meta/object-reference.ts';
import type { Sentence } from '../meta/sentence.ts';

/**
 * `slow`: the deletion goes on, as far as gcscope can see. `blocked`: it does not end without help, and the cause is
 * named. `unknown`: gcscope sees no cause.
 */
export type DeletionState = 'slow' | 'blocked' | 'unknown';

/** The worst first. */
export const DELETION_STATES: readonly DeletionState[] = ['blocked', 'unknown', 'slow'];

/** The words of pages and commands for them. */
export const DELETION_WORDS: Readonly<Record<DeletionState, string>> = {
  blocked: 'blocked',
  unknown: 'unclear',
  slow: 'terminating',
};

/** The root cause of a blocked deletion. The collector's own finalizers are not among them: the collector waits for something itself. */
export type RootCauseType =
  | 'finalizer'
  /** A dependent that the collector can never delete. */
  | 'reference'
  /** The last DELETE of a Pod, which its kubelet sends. */
  | 'kubelet'
  /** An API group that does not answer, an APIService mostly. */
  | 'discovery'
  /** A conversion or admission webhook that fails. */
  | 'webhook'
  /** A kind that cannot be read: the cause may be hidden in it. */
  | 'kind'
  /** The namespace controller has set no condition. */
  | 'namespace-controller'
  /** Work of the collector or the namespace controller that comes next. */
  | 'work';

export const ROOT_CAUSE_TYPES: readonly RootCauseType[] = [
  'finalizer',
  'reference',
  'kubelet',
  'discovery',
  'webhook',
  'kind',
  'namespace-controller',
  'work',
];

/** A command to copy, with what it does. */
export interface Advice {
  readonly text: Sentence;
  readonly command: string;
  /** The possible loss. */
  readonly risk: Sentence;
  /** The command only reads. */
  readonly reads?: true;
  /** The outcome, played on a fork of the objects, or as gcscope has read it in the same place; absent where neither is known. */
  readonly outcome?: Sentence;
}

/** One root cause of a blocked deletion. */
export interface ReportedCause {
  readonly type: RootCauseType;
  readonly state: DeletionState;
  readonly object: ObjectReference;
  /** In one sentence. */
  readonly text: Sentence;
  readonly rules: readonly string[];
  /** Next steps, the gentlest first. */
  readonly advice: readonly Advice[];
}

/** One link of the chain from an object to its root cause. */
export interface WaitLink {
  readonly object: ObjectReference;
  /** In one sentence: "Waits for Pod `shop/web-x`, which blocks it." */
  readonly waitsFor: Sentence;
  readonly rule: string;
}

/** A condition of a namespace that does not say what it seems to say. */
export interface MisleadingCondition {
  readonly type: string;
  readonly rule: string;
  readonly text: Sentence;
}

/** An object in a Namespace that is being deleted, and what keeps it. */
export interface LeftObject {
  readonly object: ObjectReference;
  readonly state: DeletionState;
  /** In one sentence. */
  readonly keptBy: Sentence;
}

/** Objects left in a Namespace that is being deleted, as far as known. */
export interface LeftContent {
  readonly total: number;
  /** The worst first; of many not all. */
  readonly objects: readonly LeftObject[];
}

/** An object that is being deleted, with its root causes. */
export interface TerminatingObject {
  readonly object: ObjectReference;
  /** When its deletion was requested; absent when that is not known. */
  readonly since?: Timestamp;
  readonly state: DeletionState;
  /** The blocker in few words, as in the object's record; absent unless it is `blocked`. */
  readonly blockedBy?: string;
  /** From the object to the object with the first root cause. */
  readonly chain: readonly WaitLink[];
  /** Its root causes, the worst first; there is at least one. */
  readonly rootCauses: readonly ReportedCause[];
  readonly misleading: readonly MisleadingCondition[];
  /** Content of the Namespace that was asked for. */
  readonly left?: LeftContent;
}

/** Everything that is being deleted, the blocked first, then the oldest. */
export interface TerminatingReport {
  readonly objects: readonly TerminatingObject[];
  /** How many more there are, where not all are listed, and how many of these are blocked. */
  readonly unlisted?: { readonly objects: number; readonly blocked: number };
  /** After so long the report may read otherwise although nothing changes: what is slow is blocked by then. */
  readonly changesIn?: Millis;
  /** Kinds that could not be read, as `<Kind>.<group>`. */
  readonly unread: readonly string[];
}

/** How many objects are being deleted, and how many of them are blocked. */
export function countTerminating({
  objects,
  unlisted,
}: TerminatingReport): Record<'all' | 'blocked', number> {
  const blocked = objects.filter(({ state }) => state === 'blocked').length;
  return {
    all: objects.length + (unlisted?.objects ?? 0),
    blocked: blocked + (unlisted?.blocked ?? 0),
  };
}

/** `7 objects are being deleted, 6 of them blocked.`, or all of them, or none. */
export function describeTerminating(report: TerminatingReport): string {
  const { all, blocked } = countTerminating(report);
  if (all === 0) return 'No object is being deleted.';
  if (all === 1) return `1 object is being deleted, and is ${blocked === 1 ? '' : 'not '}blocked.`;
  const some = blocked === 0 ? 'none' : blocked === all ? 'all' : formatCount(blocked);
  return `${formatCount(all)} objects are being deleted, ${some} of them blocked.`;
}

/** One of the conditions in the status of a Namespace (NS-12). */
export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions and the spec of a Namespace. */
export interface NamespaceStatus {
  readonly conditions: readonly NamespaceCondition[];
  /** `spec.finalizers` */
  readonly finalizers: readonly string[];
}
