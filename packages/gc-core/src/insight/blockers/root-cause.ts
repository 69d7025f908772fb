import type { GraphNode } from '../../graph/graph-node.ts';
import { counted } from '../../meta/format-count.ts';
import { code, plainText, type Sentence, say } from '../../meta/sentence.ts';
import type { DeletionState, RootCauseType } from '../../wire/terminating.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import type { PlannedAdvice } from './advice.ts';

/** The last blocker of a chain, with everything to report about it. */
export interface RootCause {
  readonly type: RootCauseType;
  /** Where it is. */
  readonly object: GraphNode;
  /** In one sentence. */
  readonly text: Sentence;
  /** In few words, for a chip: `finalizer example.com/hold`, `never deleted`. */
  readonly short: string;
  /** The closest first. */
  readonly rules: readonly string[];
  /** Whether it can be waited out: it depends on who has to act, and on how long they have had. */
  readonly state: DeletionState;
  /** The advice, the gentlest first. */
  readonly advice: () => readonly PlannedAdvice[];
  /** In the object's metadata, or in the spec of a Namespace. */
  readonly finalizer?: { readonly name: string; readonly in: 'metadata' | 'spec' };
  /** Kinds that cannot be read, one of which may hide what blocks it; then the text begins with "Not verified". */
  readonly unread?: readonly string[];
  /** For which a blocking dependent is never deleted. */
  readonly reference?: JudgedReference;
  /** In a cycle: the object that waits for it, and for which it waits. */
  readonly owner?: GraphNode;
}

/** One object on the way to a root cause, and the next one, for which it waits. */
export interface BlockerLink {
  readonly node: GraphNode;
  readonly over: GraphNode;
  readonly rule: 'FG-02' | 'FN-04' | 'NS-07' | 'NS-08';
}

/** The way from an object to its root cause. Ways share their ends: a chain may have thousands of objects. */
export interface BlockedPath {
  readonly cause: RootCause;
  /** Absent where the object itself has the cause. */
  readonly first?: BlockerLink;
  /** The way from the next object on. */
  readonly rest?: BlockedPath;
  /** The object at the end of the way, if it is not the first one. */
  readonly end?: GraphNode;
  /** How many links it has; none by default. */
  readonly length?: number;
}

/** The way over an object that an object waits for. */
export function pathOver(link: BlockerLink, rest: BlockedPath): BlockedPath {
  const { cause, end = link.over, length = 0 } = rest;
  return { cause, first: link, rest, end, length: length + 1 };
}

/** The blocker of an object on the path, in one sentence, or the number of objects from this one on. */
export interface Wait {
  readonly node: GraphNode;
  readonly text: Sentence;
  readonly rule: BlockerLink['rule'];
  readonly isCount?: true;
}

/** The blockers of the objects on the path, in order; behind the first `most`, one sentence counts the others. */
export function waitsOf(path: BlockedPath, most: number): Wait[] {
  const { cause, length = 0 } = path;
  const waits: Wait[] = [];
  for (let way: BlockedPath | undefined = path; way?.first; way = way.rest) {
    const { node, rule } = way.first;
    if (waits.length === most) {
      const more =
        length - most === 1
          ? 'One more object waits'
          : `${counted(length - most, 'more object')} wait in a row`;
      const text = say`${more}, down to ${cause.object.identity}.`;
      return [...waits, { node, text, rule, isCount: true }];
    }
    waits.push({ node, text: describeLink(way.first), rule });
  }
  return waits;
}

const RANK: Readonly<Record<DeletionState, number>> = { blocked: 0, unknown: 3, slow: 6 };

/** The worst first; of equal ones, what has to be removed comes before what ends by itself. */
export function rankOf({ state, type }: RootCause): number {
  return RANK[state] + (type === 'work' ? 2 : type === 'kubelet' ? 1 : 0);
}

/** Whether it is anything but time and the work of the collector or a controller of Kubernetes. */
export function isReported({ state, type }: RootCause): boolean {
  return (type !== 'work' && type !== 'kubelet') || state === 'blocked';
}

/** Whether nothing blocks the object itself any more. */
export function isLastStep({ first, cause: { rules } }: BlockedPath): boolean {
  return !first && (rules[0] === 'FG-01' || rules[0] === 'API-61');
}

/** Why one object of the way waits for the next. */
function describeLink({ over, rule }: BlockerLink): Sentence {
  const how =
    rule === 'FG-02'
      ? 'which blocks it'
      : rule === 'FN-04'
        ? 'an object of its kind'
        : 'which is still in it';
  return say`Waits for ${over.identity}, ${how}.`;
}

/** The way in few words, for a sentence: "Pod `shop/web-x`, never deleted". A cycle ends where one entered it. */
function briefBlocker({ cause, end }: BlockedPath): Sentence {
  if (end && cause.unread) return say`${end.identity}, perhaps because of ${cause.short}`;
  return end && !cause.owner ? say`${end.identity}, ${cause.short}` : say`${cause.short}`;
}

/** The same as a sentence: "Waits for Pod `shop/web-x`, which has the finalizer `example.com/hold`." */
export function describeBlocker(path: BlockedPath): Sentence {
  const { cause, end } = path;
  return end && cause.finalizer
    ? say`Waits for ${end.identity}, which has the finalizer ${code(cause.finalizer.name)}.`
    : say`Waits for ${briefBlocker(path)}.`;
}

/** The same for a chip: `finalizer example.com/hold`, `Pod shop/web-x, never deleted`. */
export function shortBlocker(path: BlockedPath): string {
  return plainText(briefBlocker(path)).replaceAll('`', '');
}
