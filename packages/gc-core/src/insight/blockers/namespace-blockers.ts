import type { GraphNode } from '../../graph/graph-node.ts';
import { counted } from '../../meta/format-count.ts';
import type { ObjectReference } from '../../meta/object-reference.ts';
import { say } from '../../meta/sentence.ts';
import { isPod } from '../../meta/well-known-kinds.ts';
import type { MisleadingCondition, NamespaceStatus } from '../../wire/terminating.ts';
import { isBeingDeleted, unreadContent } from '../cluster-view.ts';
import { ageOf, FIRST_PASS } from '../deletion-facts.ts';
import {
  failureOf,
  isFinalized,
  otherSpecFinalizers,
  undiscoveredIn,
  undiscoveredVersions,
} from '../namespace-status.ts';
import {
  type Context,
  contentCause,
  discoveryCause,
  isLate,
  silenceCause,
  specFinalizerCause,
  unreadContentCause,
  workCause,
} from './causes.ts';
import type { BlockedPath, BlockerLink, RootCause } from './root-cause.ts';

/** The part of the walk that a Namespace needs. */
interface Walk extends Context {
  contentOf(container: ObjectReference): readonly GraphNode[];
  through(node: GraphNode, others: readonly GraphNode[], rule: BlockerLink['rule']): BlockedPath[];
}

/** The blockers of the namespace controller in the order of NS-16: Pods, discovery, content, webhooks, the controller itself. */
export function namespaceBlockers(node: GraphNode, walk: Walk): BlockedPath[] {
  const { facts, view } = walk;
  const status = facts.namespaces?.get(node.name);
  const content = walk.contentOf(node.identity);
  // Only finalizers in its metadata are left.
  if (isFinalized(node, content.length === 0, status)) return [];
  const causes = status ? conditionsOf(node, status, walk) : undiscoveredFor(node, walk);
  const pods = content.filter(isPod);
  // While a Pod is left nothing else is touched (NS-07).
  const podsFirst = view.release.deletesPodsOfNamespaceFirst && pods.length > 0;
  const [left, rule] = podsFirst ? [pods, 'NS-07' as const] : [content, 'NS-08' as const];
  const going = left.filter((each) => isBeingDeleted(each, view));
  const paths = [...causes.map((cause) => ({ cause })), ...walk.through(node, going, rule)];
  // Before Namespaces had conditions, their absence said nothing about the controller (NS-12).
  const isSilent = view.release.namespaceHasConditions && status?.conditions.length === 0;
  if (isSilent && ageOf(node, facts.now).age > FIRST_PASS) {
    paths.push({ cause: silenceCause(node, walk) });
  }
  if (paths.length > 0) return paths;
  return [{ cause: nextPassCause(node, left, rule, walk) }];
}

/** Nothing that can be read keeps the namespace controller from its next pass. */
function nextPassCause(
  node: GraphNode,
  left: readonly GraphNode[],
  rule: 'NS-07' | 'NS-08',
  walk: Walk,
): RootCause {
  const { facts, view } = walk;
  const unread = unreadContent(node.identity, view);
  // Unread kinds count once no known content is left, or the deletion is late.
  if (unread.length > 0 && (left.length === 0 || isLate(node, facts))) {
    return unreadContentCause(node, unread, facts.namespaces?.get(node.name), walk);
  }
  if (left.length === 0) {
    const text = say`The namespace controller deletes it in its next pass, as it is empty.`;
    return workCause(node, 'NS-14', text, walk);
  }
  const [noun, then] = rule === 'NS-07' ? ['Pod', ', then everything else'] : ['object', ''];
  const text = say`The namespace controller deletes the ${counted(left.length, noun)} in the Namespace in its next pass${then}, and then the Namespace.`;
  return workCause(node, rule, text, walk);
}

/** Blockers named by the conditions of the Namespace and by its `spec.finalizers`. */
function conditionsOf(object: GraphNode, status: NamespaceStatus, context: Context): RootCause[] {
  const discovery = failureOf(status, 'NamespaceDeletionDiscoveryFailure');
  const content = failureOf(status, 'NamespaceDeletionContentFailure');
  const named = undiscoveredIn(status);
  const apiVersions = discovery !== undefined && named.length === 0 ? ['an API group'] : named;
  return [
    ...apiVersions.map((each) => discoveryCause(object, each, discovery ?? '', context)),
    ...(content === undefined ? [] : [contentCause(object, content, context)]),
    ...otherSpecFinalizers(status).map((each) => specFinalizerCause(object, each, context)),
  ];
}

/** Without its conditions: group versions that could not be discovered here either. */
function undiscoveredFor(object: GraphNode, context: Context): RootCause[] {
  return undiscoveredVersions(context.view.kinds).map(({ group, version, message = '' }) =>
    discoveryCause(object, `${group}/${version}`, message, context),
  );
}

/** NS-11: written without the totals while Pods are left, two conditions say that all is removed. */
export function misleadingOf(
  content: readonly GraphNode[],
  status: NamespaceStatus | undefined,
): MisleadingCondition[] {
  const pods = content.filter(isPod).length;
  if (pods === 0 || !status) return [];
  const types = ['NamespaceContentRemaining', 'NamespaceFinalizersRemaining'];
  return status.conditions.flatMap(({ type, status: value }) =>
    types.includes(type) && value === 'False'
      ? [
          {
            type,
            rule: 'NS-11',
            text: say`The condition says False, as if the Namespace were empty. But the namespace controller counts no objects until all Pods are gone. ${counted(content.length, 'object')} ${content.length === 1 ? 'is' : 'are'} left, ${counted(pods, 'Pod')} among them.`,
          },
        ]
      : [],
  );
}
