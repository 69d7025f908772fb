import type { GraphNode } from '../graph/graph-node.ts';
import { isCollectorFinalizer, ORPHAN_FINALIZER } from '../meta/finalizers.ts';
import { objectName } from '../meta/object-name.ts';
import type { Uid } from '../meta/object-reference.ts';
import type { ClusterView } from './cluster-view.ts';
import { judgeReference } from './judge-reference.ts';

/** What keeps an object that is being deleted from going, one link of the way to the leaf. */
export interface Hold {
  readonly rule: string;
  readonly text: string;
  readonly uids: readonly Uid[];
  /** In few words, for a chip: `finalizer example.com/hold`. */
  readonly short: string;
}

/** Finalizers that are not the collector's own: somebody else has to remove them. */
function foreignFinalizers(node: GraphNode): string[] {
  return (node.meta?.finalizers ?? []).filter((each) => !isCollectorFinalizer(each));
}

/**
 * The chain from an object in deletion down to the leaf that holds it; empty while nothing does but the collector's own
 * work or a grace period.
 */
export function heldBy(node: GraphNode, view: ClusterView, seen: Set<Uid> = new Set()): Hold[] {
  if (seen.has(node.uid)) return [];
  seen.add(node.uid);
  const finalizers = foreignFinalizers(node);
  if (finalizers.length > 0) {
    const list = finalizers.map((each) => `\`${each}\``).join(', ');
    const text = `${objectName(node.identity)} keeps the finalizer${finalizers.length > 1 ? 's' : ''} ${list}: whoever set it has to remove it.`;
    const short = `finalizer ${finalizers[0] ?? ''}`;
    return [{ rule: 'API-35', text, uids: [node.uid], short }];
  }
  if (!waitsForDependents(node)) return [];
  for (const dependent of new Set(node.blockingDependents())) {
    const below = dependent.beingDeleted
      ? heldBy(dependent, view, seen)
      : neverDeleted(dependent, view);
    const leaf = below.at(-1);
    if (!leaf) continue;
    const text = `${objectName(node.identity)} waits for ${objectName(dependent.identity)}, which blocks it.`;
    const { kind, namespace, name } = dependent.identity;
    const short = `${kind} ${namespace === '' ? name : `${namespace}/${name}`}, ${leaf.short}`;
    return [
      {
        rule: 'FG-02',
        text,
        uids: [node.uid, dependent.uid],
        short: below.length > 1 ? leaf.short : short,
      },
      ...below,
    ];
  }
  return [];
}

/** The graph's flag is never taken back; the finalizer says whether the policy was changed to Orphan since (DM-06). */
export function waitsForDependents(node: GraphNode): boolean {
  return node.deletingDependents && !(node.meta?.finalizers?.includes(ORPHAN_FINALIZER) ?? false);
}

/** A blocking dependent that the collector cannot decide about blocks for ever (CL-03, CL-04). */
function neverDeleted(dependent: GraphNode, view: ClusterView): Hold[] {
  for (const reference of dependent.owners) {
    const judged = judgeReference(reference, dependent.identity, view);
    if (judged.class !== 'never' && judged.class !== 'unmapped') continue;
    const text = `${objectName(dependent.identity)} is never deleted: ${judged.text}`;
    return [{ rule: judged.rule, text, uids: [dependent.uid], short: 'never deleted' }];
  }
  return [];
}
