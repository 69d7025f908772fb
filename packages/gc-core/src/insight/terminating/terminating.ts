import type { GraphNode } from '../../graph/graph-node.ts';
import { plainText, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isNamespace, isPod } from '../../meta/well-known-kinds.ts';
import {
  DELETION_STATES,
  type LeftContent,
  type LeftObject,
  type ReportedCause,
  type TerminatingObject,
  type TerminatingReport,
  type WaitLink,
} from '../../wire/terminating.ts';
import { BlockerWalk, blockerOf, MOST_LOOKED_AT } from '../blockers/blocker-walk.ts';
import { misleadingOf } from '../blockers/namespace-blockers.ts';
import {
  type BlockedPath,
  describeBlocker,
  isReported,
  type RootCause,
  rankOf,
  waitsOf,
} from '../blockers/root-cause.ts';
import { type ClusterView, isBeingDeleted } from '../cluster-view.ts';
import { ageOf, nextTurn } from '../deletion-facts.ts';
import { AdvicePlayer } from './play-advice.ts';

/** Root causes that are reported of one object. */
const MOST_CAUSES = 20;

/**
 * Everything that is being deleted, each down to what blocks it: a finalizer and its owner, a dependent, a kind, a
 * webhook. `nodes` are all objects of the cluster; with `only` the answer is about these. Of more than `most` it lists the worst.
 */
export function terminating(
  nodes: Iterable<GraphNode>,
  view: ClusterView,
  only?: readonly GraphNode[],
  most: number = Number.POSITIVE_INFINITY,
): TerminatingReport {
  const all = [...nodes].filter((node) => !node.virtual);
  const walk = new BlockerWalk(view);
  const player = new AdvicePlayer(view);
  const asked = (only ?? all).filter((node) => node.beingDeleted && !node.virtual);
  const found = sortedBy(
    asked.map((node) => foundOf(node, walk)),
    worstFirst,
  );
  const unlisted = found.slice(most);
  const { now = Number.POSITIVE_INFINITY } = walk.facts;
  const turns = all.filter((node) => node.beingDeleted).map((node) => nextTurn(node, now));
  const next = turns.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return {
    objects: found.slice(0, most).map((each): TerminatingObject => {
      const left = only && leftIn(each.node, walk);
      return { ...terminatingObject(each, walk, player), ...(left ? { left } : {}) };
    }),
    ...(unlisted.length > 0 && {
      unlisted: {
        objects: unlisted.length,
        blocked: unlisted.filter(({ state }) => state === 'blocked').length,
      },
    }),
    ...(next === Number.POSITIVE_INFINITY ? {} : { changesIn: next - now }),
    unread: view.unreadKinds(),
  };
}

/** An object that is being deleted, with its blockers. */
interface Found extends Pick<TerminatingObject, 'since' | 'state'> {
  readonly node: GraphNode;
  readonly paths: readonly BlockedPath[];
}

function foundOf(node: GraphNode, walk: BlockerWalk): Found {
  const paths = walk.paths(node);
  const { since } = ageOf(node, walk.facts.now);
  const state = paths[0]?.cause.state ?? 'unknown';
  return { node, paths, state, ...(since === undefined ? {} : { since }) };
}

function terminatingObject(
  { node, paths, since, state }: Found,
  walk: BlockerWalk,
  player: AdvicePlayer,
): TerminatingObject {
  const blockedBy = paths[0] && blockerOf(paths[0]);
  return {
    object: node.identity,
    ...(since === undefined ? {} : { since }),
    state,
    ...(blockedBy === undefined ? {} : { blockedBy }),
    chain: paths[0] ? chainOf(node, paths[0]) : [],
    rootCauses: distinctCauses(paths, player),
    misleading: isNamespace(node.identity)
      ? misleadingOf(walk.contentOf(node.identity), walk.facts.namespaces?.get(node.name))
      : [],
  };
}

/** Each once, the worst first; many ways may lead to one. */
function distinctCauses(paths: readonly BlockedPath[], player: AdvicePlayer): ReportedCause[] {
  const causes = new Map<string, RootCause>();
  for (const { cause } of paths) {
    const key = `${cause.type} ${plainText(cause.text)}`;
    if (!causes.has(key)) causes.set(key, cause);
  }
  return [...causes.values()].slice(0, MOST_CAUSES).map((cause): ReportedCause => {
    const { type, state, object, text, rules } = cause;
    return {
      type,
      state,
      object: object.identity,
      text,
      rules,
      advice: player.played(cause.advice()),
    };
  });
}

/** Links of a chain that are listed: the report has a chain for each object of it. */
const MOST_LINKS = 50;

/** From the object to the object that holds the cause; that one's own link says what it is. */
function chainOf(node: GraphNode, path: BlockedPath): WaitLink[] {
  const { cause, end = node, length = 0 } = path;
  const chain = waitsOf(path, MOST_LINKS).map((wait): WaitLink => {
    return { object: wait.node.identity, waitsFor: wait.text, rule: wait.rule };
  });
  const isItsOwn = end === cause.object && (length === 0 || end.beingDeleted);
  if (!isItsOwn || cause.owner) return chain;
  const [rule = ''] = cause.rules;
  return [...chain, { object: end.identity, waitsFor: cause.text, rule }];
}

function worstFirst({ state, since, node }: Found): string {
  const { namespace, kind, name } = node.identity;
  return [DELETION_STATES.indexOf(state), since, namespace, kind, name].join('\u0000');
}

/** Objects that are listed. */
const MOST_LISTED = 100;

/** The objects left in a Namespace that is being deleted, each with its blocker, the worst first. */
function leftIn(container: GraphNode, walk: BlockerWalk): LeftContent | undefined {
  if (!isNamespace(container.identity)) return undefined;
  const content = walk.contentOf(container.identity);
  const hasPods = content.some(isPod);
  const ways = content.slice(0, MOST_LOOKED_AT).map((node) => {
    return { node, worst: isBeingDeleted(node, walk.view) ? walk.paths(node)[0] : undefined };
  });
  const objects = sortedBy(ways, ({ worst }) =>
    worst ? rankOf(worst.cause) : Number.POSITIVE_INFINITY,
  )
    .slice(0, MOST_LISTED)
    .map(({ node, worst }) => (worst ? kept(node, worst) : untouched(node, hasPods, walk)));
  return { total: content.length, objects };
}

function kept({ identity }: GraphNode, worst: BlockedPath): LeftObject {
  const { cause } = worst;
  const isSure = !cause.unread || worst.first !== undefined;
  const keptBy = isReported(cause) && isSure ? describeBlocker(worst) : cause.text;
  return { object: identity, state: cause.state, keptBy };
}

/** NS-07, NS-08: its deletion was not asked for yet. */
function untouched(node: GraphNode, hasPods: boolean, { view }: BlockerWalk): LeftObject {
  const waits = hasPods && !isPod(node) && view.release.deletesPodsOfNamespaceFirst;
  return {
    object: node.identity,
    state: 'slow',
    keptBy: waits
      ? say`The namespace controller deletes it once no Pod is left.`
      : say`The namespace controller deletes it in its next pass.`,
  };
}
