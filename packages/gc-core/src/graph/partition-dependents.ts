import { type ObjectReference, sameCoordinates } from '../meta/object-reference.ts';
import type { GraphNode } from './graph-node.ts';

/** Dependents whose references fit an identity, and those whose do not; one may be in both lists (GB-61). */
export interface PartitionedDependents {
  readonly matching: readonly GraphNode[];
  readonly nonMatching: readonly GraphNode[];
}

/** Splits dependents by whether their references, as the graph knows them, fit the owner's identity (GB-60..64). */
export function partitionDependents(
  dependents: Iterable<GraphNode>,
  owner: ObjectReference,
): PartitionedDependents {
  const matching: GraphNode[] = [];
  const nonMatching: GraphNode[] = [];
  for (const dependent of dependents) {
    if (owner.namespace !== '' && owner.namespace !== dependent.identity.namespace) {
      nonMatching.push(dependent);
      continue;
    }
    const references = dependent.owners.filter((reference) => reference.uid === owner.uid);
    if (references.some((reference) => sameCoordinates(reference, owner))) matching.push(dependent);
    if (references.some((reference) => !sameCoordinates(reference, owner))) {
      nonMatching.push(dependent);
    }
  }
  return { matching, nonMatching };
}
