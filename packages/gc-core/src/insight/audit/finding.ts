import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import type { Finding } from '../../wire/audit.ts';

/** A finding without what follows from its object. */
export type Found = Omit<Finding, 'id' | 'object'>;

/** The finding on an object. Its id has names and no uids: it survives that the object is created again. */
export function findingOn(node: GraphNode, found: Found): Finding {
  const { apiVersion } = node.identity;
  const { rule, reference, finalizer } = found;
  const to = reference ? ` -> ${reference.apiVersion} ${named(reference)}` : '';
  const held = finalizer === undefined ? '' : ` ${finalizer}`;
  const id = `${rule}: ${apiVersion} ${objectName(node.identity).replaceAll('`', '')}${to}${held}`;
  return { id, object: node.identity, ...found };
}

function named({ kind, name }: OwnerReference): string {
  return `${kind} ${name}`;
}
