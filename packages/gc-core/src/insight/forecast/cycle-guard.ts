import type { GraphNode } from '../../graph/graph-node.ts';
import type { ObjectState } from './object-state.ts';

/** Whether a dependent waits for its own dependents: the two would wait for each other (AD-16). */
export function dependentWaits(
  { node, branches }: ObjectState,
  states: ReadonlyMap<GraphNode, ObjectState>,
): boolean {
  for (const each of branches ?? node.dependents) {
    const dependent = states.get(each);
    const waits = dependent
      ? dependent.deletingDependents && !dependent.gone
      : each.deletingDependents;
    if (waits) return true;
  }
  return false;
}

/** Whether an object is left that refers to it (AD-15). */
export function hasDependents(
  { node, branches }: ObjectState,
  states: ReadonlyMap<GraphNode, ObjectState>,
): boolean {
  for (const each of branches ?? node.dependents) {
    const dependent = states.get(each);
    if (!dependent || (!dependent.gone && !dependent.removed?.has(node.uid))) return true;
  }
  return false;
}
