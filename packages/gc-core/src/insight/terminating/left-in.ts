import type { GraphNode } from '../../graph/graph-node.ts';
import { say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import { isNamespace, isPod } from '../../meta/well-known-kinds.ts';
import type { LeftContent, LeftObject } from '../../wire/terminating.ts';
import { type BlockerWalk, MOST_LOOKED_AT } from '../blockers/blocker-walk.ts';
import { type BlockedPath, briefBlocker, isReported, rankOf } from '../blockers/root-cause.ts';
import { isBeingDeleted } from '../cluster-view.ts';

/** Objects that are listed. */
const MOST_LISTED = 100;

/** What is left in a Namespace that is being deleted, and what keeps each object, the worst first. */
export function leftIn(container: GraphNode, walk: BlockerWalk): LeftContent | undefined {
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
  const keptBy = isReported(cause) ? say`Waits for ${briefBlocker(worst)}.` : cause.text;
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
