import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import type { ClusterView } from '../cluster-view.ts';
import { unverified } from './explain-references.ts';
import { judgementText, type ReferenceJudgement } from './judge-reference.ts';
import { lowerFirst, reasonOf } from './reason.ts';
import { goes, referenceReasons, stays, type Told } from './told.ts';

/**
 * PG-22..29: references are gone through in order; the first owner that is there keeps the object, and so does a kind
 * that cannot be looked up. Dangling references stay where they are.
 */
export function explainPropagator(
  node: GraphNode,
  judged: readonly ReferenceJudgement[],
  view: ClusterView,
): Told {
  const { identity } = node;
  const keeper = judged.find((each) => each.class === 'solid' || each.class === 'unmapped');
  if (keeper) {
    const because = referenceReasons(judged, identity, view, keeper);
    const sentence =
      keeper.class === 'solid'
        ? `Stays, because ${objectName(keeper.asked)} lives.`
        : `Stays: ${lowerFirst(judgementText(keeper, identity, view))}`;
    return stays(sentence, because);
  }
  const unknown = judged.filter((each) => each.class === 'unknown');
  if (unknown.length > 0) {
    return unverified(unknown, referenceReasons(judged, identity, view, unknown[0]), view);
  }
  const first = judged[0];
  const why = first ? judgementText(first, identity, view) : 'None of its owners exists.';
  const text = 'None of its owners exists any more: it is deleted, as its kind does by default.';
  const because = [
    reasonOf('PG-29', text, [identity]),
    ...referenceReasons(judged, identity, view),
  ];
  return goes(node, `Goes, because ${lowerFirst(why)}`, because, view);
}
