import type { GraphNode } from '../../graph/graph-node.ts';
import { joinSentences, type Sentence, say } from '../../meta/sentence.ts';
import type { Explanation, Reason } from '../../wire/explanation.ts';
import { type ClusterView, kindName } from '../cluster-view.ts';
import { counted, reasonOf, SHOWN } from '../reason.ts';
import {
  describeHealth,
  describeReference,
  describeUnread,
} from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import type { Unread } from '../references/look-up.ts';
import { nextLook } from './next-look.ts';

/** An explanation before it says which object it is about. */
export type PartialExplanation = Omit<Explanation, 'object' | 'release' | 'unread'> & {
  readonly unread?: readonly string[];
};

export function stays(sentence: Sentence, because: readonly Reason[]): PartialExplanation {
  return { verdict: 'stays', sentence, because };
}

export function waits(sentence: Sentence, because: readonly Reason[]): PartialExplanation {
  return { verdict: 'waits', sentence, because };
}

/** `unread` are kinds; without one the sentence says what else is not known. */
export function notVerified(
  sentence: Sentence,
  because: readonly Reason[],
  unread: readonly string[] = [],
): PartialExplanation {
  return { verdict: 'not verified', sentence, because, unread };
}

/** Not verified for want of what the view cannot tell; the sentence says each kind once. */
export function notVerifiedFor(
  unread: readonly Unread[],
  because: readonly Reason[],
  view: ClusterView,
): PartialExplanation {
  const byKind = new Map(unread.map((each) => [each.kind, each]));
  const why = joinSentences(
    [...byKind.values()].map((each) => describeUnread(each, view)),
    ', and ',
  );
  return notVerified(say`Not verified: ${why}.`, because, [...byKind.keys()]);
}

/** Not verified, because dependents of these kinds are hidden; `mayDo`: what they may do. */
export function hiddenDependents(
  node: GraphNode,
  hidden: readonly string[],
  mayDo: string,
  because: readonly Reason[],
  view: ClusterView,
): PartialExplanation {
  const sentence = say`Not verified: dependents of kind ${listed(hidden)}, which are not read, or not heard of since, ${mayDo}.`;
  return notVerified(sentence, [...because, ...hiddenReasons(node, hidden, view)], hidden);
}

/** Why dependents of each kind may be hidden: since when it is not read, and the reason. */
function hiddenReasons(
  { identity }: GraphNode,
  hidden: readonly string[],
  { kinds = [] }: ClusterView,
): Reason[] {
  const healthOf = new Map(kinds.map((each) => [kindName(each), each]));
  return hidden.slice(0, SHOWN).map((kind) => {
    const health = healthOf.get(kind);
    if (!health) return reasonOf('CL-06', say`${kind} is not read, or not heard of since.`);
    return health.state === 'synced'
      ? reasonOf(
          'CL-06',
          say`Changes of ${kind} have not arrived since the last change of ${identity}.`,
        )
      : reasonOf('CL-06', say`${describeHealth(kind, health)}.`);
  });
}

function listed(kinds: readonly string[]): string {
  const more = kinds.length > 3 ? ` and ${kinds.length - 3} more` : '';
  return `${kinds.slice(0, 3).join(', ')}${more}`;
}

export function goesNow(sentence: Sentence, because: readonly Reason[]): PartialExplanation {
  return { verdict: 'goes', when: 'now', sentence, because };
}

/** Goes as soon as the collector looks. */
export function goes(
  node: GraphNode,
  sentence: Sentence,
  because: readonly Reason[],
  view: ClusterView,
): PartialExplanation {
  const { when, triggers } = nextLook(node, view);
  return { verdict: 'goes', when, sentence, because, ...(triggers.length > 0 ? { triggers } : {}) };
}

/** A reason per reference, those of `first` before the others; beyond the first few they are counted by class. */
export function referenceReasons(
  judged: readonly JudgedReference[],
  view: ClusterView,
  first?: JudgedReference,
): Reason[] {
  const ordered = first ? [first, ...judged.filter((each) => each !== first)] : judged;
  const shown = ordered.slice(0, SHOWN).map((each) => {
    return reasonOf(each.rule, describeReference(each, view), [each.found?.identity ?? each.asked]);
  });
  const left = new Map<string, { readonly class: JudgedReference['class']; count: number }>();
  for (const { rule, class: kind } of ordered.slice(SHOWN)) {
    const entry = left.get(rule);
    if (entry) entry.count++;
    else left.set(rule, { class: kind, count: 1 });
  }
  const rest = [...left].map(([rule, { class: kind, count }]) =>
    reasonOf(rule, say`${counted(count, 'more reference')}: ${REST[kind]}.`),
  );
  return [...shown, ...rest];
}

const REST: Readonly<Record<JudgedReference['class'], string>> = {
  solid: 'the owner lives',
  waiting: 'the owner waits for its dependents in a foreground deletion',
  dangling: 'the owner does not exist',
  unmapped: 'the kind is not served',
  never: 'a namespaced owner of a cluster-scoped object is not looked up',
  unknown: 'the owner cannot be verified',
};
