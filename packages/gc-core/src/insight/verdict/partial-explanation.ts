import type { GraphNode } from '../../graph/graph-node.ts';
import { counted } from '../../meta/format-count.ts';
import { groupBy } from '../../meta/group-by.ts';
import { joinedFew } from '../../meta/joined.ts';
import { pluralOf } from '../../meta/plural-of.ts';
import { lowerFirst, plainText, type Sentence, say } from '../../meta/sentence.ts';
import type { Explanation, Reason } from '../../wire/explanation.ts';
import { isUnread, type KindHealth } from '../../wire/frames.ts';
import type { BlockedPath } from '../blockers/root-cause.ts';
import { type ClusterView, kindName } from '../cluster-view.ts';
import {
  describeOutages,
  describeReference,
  describeUnread,
  healthOf,
} from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import type { Unread } from '../references/view-worker.ts';
import { nextLook } from './next-look.ts';
import { reasonOf, SHOWN } from './reason.ts';

/** An object on which a verdict is asked, and what it rests on. */
export interface Subject {
  readonly node: GraphNode;
  readonly view: ClusterView;
  /** Its live references. */
  readonly judged: readonly JudgedReference[];
  /** The blockers of its deletion. */
  readonly path: BlockedPath | undefined;
}

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

/** Not verified, because the view lacks data; the sentence names each kind once. */
export function notVerifiedFor(
  unread: readonly Unread[],
  because: readonly Reason[],
  view: ClusterView,
): PartialExplanation {
  const byKind = new Map(unread.map((each) => [each.kind, healthOf(each, view) ?? []]));
  const sentence = say`Not verified: ${describeUnread(unread, view)}.`;
  // The owner of an object may be of its kind, and its reasons are there already.
  const said = new Set(because.map(({ text }) => plainText(text)));
  const outages = outageReasons([...byKind.values()].flat()).filter(
    ({ text }) => !said.has(plainText(text)),
  );
  // A kind that is only late is read.
  const kinds = unread.flatMap(({ kind, why }) => (why === 'late' ? [] : [kind]));
  return notVerified(sentence, [...because, ...outages], [...new Set(kinds)]);
}

/** Not verified, because objects of these kinds are hidden that may matter to this one. */
export function notVerifiedBehind(
  { node: { identity }, view: { kinds = [] } }: Pick<Subject, 'node' | 'view'>,
  hidden: readonly string[],
  sentence: Sentence,
  because: readonly Reason[],
): PartialExplanation {
  const names = new Set(hidden);
  const known = kinds.filter((each) => names.has(kindName(each)));
  const late = known.filter(
    (each) => each.state === 'synced' && !isUnread(each, identity.namespace),
  );
  const lateReasons =
    late.length === 0
      ? []
      : [
          reasonOf(
            'CL-06',
            say`gcscope's data on ${joinedFew(late.map(({ kind }) => pluralOf(kind)))} is older than the last change of ${identity}.`,
          ),
        ];
  const unread = hidden.filter((name) => !late.some((each) => kindName(each) === name));
  return notVerified(sentence, [...because, ...outageReasons(known), ...lateReasons], unread);
}

function outageReasons(kinds: readonly KindHealth[]): Reason[] {
  return describeOutages(kinds).map((text) => reasonOf('CL-06', text));
}

/** Goes without a check of the collector: there is no time to tell. */
export function goesAnyway(sentence: Sentence, because: readonly Reason[]): PartialExplanation {
  return { verdict: 'goes', sentence, because };
}

/** Goes as soon as the collector looks. */
export function goes(
  { node, view }: Subject,
  sentence: Sentence,
  because: readonly Reason[],
): PartialExplanation {
  const { when, triggers } = nextLook(node, view);
  return { verdict: 'goes', when, sentence, because, ...(triggers.length > 0 ? { triggers } : {}) };
}

/** A reason per reference, those of `first` before the others; beyond the first few they are counted, with one of each rule. */
export function referenceReasons(
  { judged, view }: Pick<Subject, 'judged' | 'view'>,
  first?: JudgedReference,
): Reason[] {
  const ordered = first ? [first, ...judged.filter((each) => each !== first)] : judged;
  const shown = ordered.slice(0, SHOWN).map((each) => {
    return reasonOf(each.rule, describeReference(each, view), [each.found?.identity ?? each.asked]);
  });
  const left = groupBy(ordered.slice(SHOWN), ({ rule }) => rule);
  const rest = [...left].map(([rule, alike]) => {
    const said = alike.slice(0, 1).flatMap((each) => lowerFirst(describeReference(each, view)));
    return reasonOf(rule, say`${counted(alike.length, 'more reference')}, for example: ${said}`);
  });
  return [...shown, ...rest];
}
