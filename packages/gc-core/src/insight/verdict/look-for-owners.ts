import type { ObjectReference } from '../../meta/object-reference.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { Advice } from '../../wire/terminating.ts';
import { reads } from '../blockers/advice.ts';
import { type ClusterView, isBeingDeleted, isNeverSeen, resourceOf } from '../cluster-view.ts';
import { kubectlObject } from '../kubectl.ts';
import type { Subject } from './partial-explanation.ts';

/** An object may have a thousand owners. */
const MOST = 3;

/** Commands that tell what gcscope cannot: whether the owners exist on which a verdict depends. */
export function lookForOwners({ node, view, judged }: Subject): Advice[] {
  if (isNeverSeen(node, view)) {
    const otherwise = say`the collector deletes its dependents, unless they have another owner`;
    return lookFor(node.identity, 'its dependents', otherwise, view);
  }
  if (isBeingDeleted(node, view)) return [];
  const otherwise =
    judged.length === 1
      ? say`the collector deletes the object`
      : say`only another owner can keep the object`;
  return judged
    .flatMap((each) =>
      each.class === 'unknown' ? lookFor(each.asked, 'the object', otherwise, view) : [],
    )
    .slice(0, MOST);
}

/** `kept`: what it keeps if it exists; `otherwise`: what follows if it does not, as a clause. */
function lookFor(
  owner: ObjectReference,
  kept: string,
  otherwise: Sentence,
  view: ClusterView,
): Advice[] {
  if (!resourceOf(owner, view)) return [];
  const command = `get ${kubectlObject(owner, view)} -o jsonpath='{.metadata.uid}'`;
  const { text, command: aimed, risk } = reads(view, command, say`Look whether ${owner} exists.`);
  const found = say`If it prints ${code(owner.uid)}, the owner exists, and keeps ${kept} unless it is being deleted itself.`;
  const outcome = say`${found} If it prints another uid or NotFound, the owner does not exist: ${otherwise}.`;
  return [{ text, command: aimed, risk, reads: true, outcome }];
}
