import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer, ORPHAN_FINALIZER } from '../../meta/finalizers.ts';
import { objectName } from '../../meta/object-name.ts';
import type { ObjectReference, Uid } from '../../meta/object-reference.ts';
import type { Reason } from '../../wire/explanation.ts';
import type { ClusterView } from '../cluster-view.ts';
import { judgeReference } from './judge-reference.ts';
import { reasonOf } from './reason.ts';

/** Objects that are gone through for what holds an owner: beyond that its deletion is under way, and holds itself up. */
const MOST_LOOKED_THROUGH = 2000;

/** What keeps an object that is being deleted from going, one link of the way to the leaf. */
export interface Hold extends Reason {
  /** In few words, for a chip: `finalizer example.com/hold`. */
  readonly short: string;
}

/** Finalizers that are not the collector's own: somebody else has to remove them. */
export function foreignFinalizers(node: GraphNode, { release }: ClusterView): string[] {
  const finalizers = node.finalizers;
  // Nobody removes the foreground finalizer where there is no foreground deletion.
  return finalizers.filter((each) =>
    release.hasPropagationPolicies ? !isCollectorFinalizer(each) : each !== ORPHAN_FINALIZER,
  );
}

/**
 * The chain from an object in deletion down to the leaf that holds it; empty while nothing does but the collector's own
 * work or a grace period.
 */
export function heldBy(node: GraphNode, view: ClusterView, seen: Set<Uid> = new Set()): Hold[] {
  if (seen.has(node.uid) || seen.size > MOST_LOOKED_THROUGH) return [];
  seen.add(node.uid);
  const finalizers = foreignFinalizers(node, view);
  if (finalizers.length > 0) {
    const list = finalizers.map((each) => `\`${each}\``).join(', ');
    const text = `${objectName(node.identity)} keeps the finalizer${finalizers.length > 1 ? 's' : ''} ${list}: whoever set it has to remove it.`;
    return [hold('API-35', text, [node.identity], `finalizer ${finalizers[0] ?? ''}`)];
  }
  if (!waitsForDependents(node)) return [];
  for (const dependent of new Set(node.blockingDependents())) {
    const below = dependent.beingDeleted
      ? heldBy(dependent, view, seen)
      : neverDeleted(dependent, view, seen);
    const leaf = below.at(-1);
    if (leaf) return [linkTo(dependent, node, leaf, below.length > 1), ...below];
    if (seen.size > MOST_LOOKED_THROUGH) break;
  }
  return [];
}

/** The owner waits for a dependent that is held in turn. */
function linkTo(dependent: GraphNode, owner: GraphNode, leaf: Hold, isFar: boolean): Hold {
  const { identity } = dependent;
  const text = `${objectName(owner.identity)} waits for ${objectName(identity)}, which blocks it.`;
  const { kind, namespace, name } = identity;
  const short = `${kind} ${namespace === '' ? name : `${namespace}/${name}`}, ${leaf.short}`;
  return hold('FG-02', text, [owner.identity, identity], isFar ? leaf.short : short);
}

/** The graph's flag is never taken back; the finalizer says whether the policy was changed to Orphan since (DM-06). */
export function waitsForDependents(node: GraphNode): boolean {
  return node.deletingDependents && !node.finalizers.includes(ORPHAN_FINALIZER);
}

/** A blocking dependent that the collector cannot decide about blocks for ever (CL-03, CL-04). */
function neverDeleted(dependent: GraphNode, view: ClusterView, seen: Set<Uid>): Hold[] {
  seen.add(dependent.uid);
  for (const reference of dependent.owners) {
    const judged = judgeReference(reference, dependent.identity, view);
    if (judged.class !== 'never' && judged.class !== 'unmapped') continue;
    const text = `${objectName(dependent.identity)} is never deleted: ${judged.text}`;
    return [hold(judged.rule, text, [dependent.identity], 'never deleted')];
  }
  return [];
}

function hold(
  rule: string,
  text: string,
  objects: readonly ObjectReference[],
  short: string,
): Hold {
  return { ...reasonOf(rule, text, objects), short };
}
