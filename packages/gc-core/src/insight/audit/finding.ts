import type { GraphNode } from '../../graph/graph-node.ts';
import { isCollectorFinalizer } from '../../meta/finalizers.ts';
import type { FinalizerOwner } from '../../meta/known-finalizers.ts';
import { objectName } from '../../meta/object-name.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import { type Sentence, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import { describeFinalizer } from '../blockers/causes.ts';
import type { ClusterView } from '../cluster-view.ts';
import { patchBody, patchCommand } from '../kubectl.ts';
import { editReferences, type ReferenceEdit, removeFinalizer } from '../patch-operations.ts';

/** A finding without the fields that follow from its object. */
type Found = Omit<Finding, 'id' | 'object' | 'reference' | 'patch'> & {
  readonly reference?: OwnerReference | undefined;
  /** The fix; by default it removes the finalizer. */
  readonly edit?: ReferenceEdit;
  /** The risk: side effects of the patch. */
  readonly risk: Sentence;
};

/** The finding on an object. Its id has names and no uids, so it stays the same when the object is created again. */
export function findingOn(node: GraphNode, view: ClusterView, found: Found): Finding {
  const { identity: object } = node;
  const { reference, edit, risk, ...more } = found;
  const { rule, finalizer } = more;
  const to = reference ? ` -> ${reference.apiVersion} ${reference.kind} ${reference.name}` : '';
  const held = finalizer === undefined ? '' : ` ${finalizer}`;
  const id = `${rule}: ${object.apiVersion} ${objectName(object).replaceAll('`', '')}${to}${held}`;
  const operations = edit ? editReferences(node, edit) : removeFinalizer(node, finalizer ?? '');
  const body = patchBody(object, operations);
  const patch = { body, command: patchCommand(object, view, operations), risk };
  return { id, object, ...(reference ? { reference } : {}), ...more, patch };
}

/** A finding for each finalizer whose owner is not installed: no API group of its domain is served. */
export function finalizerFindings(
  node: GraphNode,
  view: ClusterView,
  ownerOf: (finalizer: string) => FinalizerOwner,
): Finding[] {
  const { beingDeleted } = node;
  return node.finalizers.flatMap((finalizer) => {
    const owner = ownerOf(finalizer);
    if (isCollectorFinalizer(finalizer) || owner.handled !== 'no') return [];
    return findingOn(node, view, {
      rule: 'unhandled-finalizer',
      severity: beingDeleted ? 'error' : 'warning',
      finalizer,
      text: describeFinalizer(node, finalizer, owner),
      effect: say`${beingDeleted ? 'It is' : 'After a deletion it is'} stuck in Terminating until you remove the finalizer.`,
      rules: [...new Set([owner.rule, 'API-35'])],
      risk: say`${beingDeleted ? 'The object goes at once if this is the last finalizer' : "The finalizer's work is then not done"}: ${owner.risk}.`,
    });
  });
}
