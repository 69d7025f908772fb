import type { GraphNode } from '../../graph/graph-node.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import type { Reason } from '../../wire/explanation.ts';
import type { ClusterView } from '../cluster-view.ts';
import { counted, lowerFirst, reasonOf, SHOWN } from '../reason.ts';
import { decide } from './decide.ts';
import {
  goesNow,
  notVerified,
  notVerifiedFor,
  type PartialExplanation,
} from './partial-explanation.ts';

/** An owner that nobody has seen: asked for under its identity until it is found absent (AD-04..07, AD-W11, PG-20..21). */
export function explainVirtual(node: GraphNode, view: ClusterView): PartialExplanation {
  const { identity } = node;
  const known = knownFrom(node, view);
  const { rule, unread } = decide(node, view);
  if (unread.length > 0) return notVerifiedFor(unread, [known], view);
  switch (rule) {
    case 'AD-04':
    case 'PG-31':
      return unsure(
        rule,
        say`${identity.kind} in ${identity.apiVersion} is not served: the collector cannot look it up.`,
        known,
      );
    case 'AD-05':
      return unsure(
        rule,
        say`A namespaced owner of a cluster-scoped object cannot be looked up without a namespace.`,
        known,
      );
    case 'AD-07':
    case 'AD-09':
    case 'PG-21': {
      const absent = reasonOf(rule === 'AD-09' ? 'AD-07' : rule, say`${identity} does not exist.`);
      return goesNow(say`Does not exist: ${lowerFirst(known.text)}`, [absent, known]);
    }
    default:
      return notVerified(say`Not verified: ${identity} exists, but was not seen yet.`, [known]);
  }
}

function unsure(rule: string, text: Sentence, known: Reason): PartialExplanation {
  return notVerified(say`Not verified: ${lowerFirst(text)}`, [reasonOf(rule, text), known]);
}

function knownFrom(node: GraphNode, { release }: ClusterView): Reason {
  const text = say`It is known only from references of ${counted(node.dependents.size, 'object')}.`;
  const dependents = [];
  for (const { identity } of node.dependents) {
    if (dependents.push(identity) === SHOWN) break;
  }
  return reasonOf(release.generation === 'propagator' ? 'PG-11' : 'GB-25', text, dependents);
}
