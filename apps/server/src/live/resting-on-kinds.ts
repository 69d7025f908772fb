import { type GraphNode, isContainer, parseApiVersion } from '@gcscope/gc-core';

/** Nodes whose verdict rests on kinds that became readable or unreadable; `kinds` are keys of `kindKey`. */
export function restingOnKinds(
  nodes: Iterable<GraphNode>,
  kinds: ReadonlySet<string>,
): readonly GraphNode[] {
  if (kinds.size === 0) return [];
  const concerns = (apiVersion: string, kind: string): boolean =>
    kinds.has(kindKey(parseApiVersion(apiVersion).group, kind));
  return [...nodes].filter(
    ({ identity, owners, beingDeleted, deletingDependents }) =>
      // Any unread kind may hide what blocks an owner, or what is left in a container.
      deletingDependents ||
      (beingDeleted && isContainer(identity)) ||
      concerns(identity.apiVersion, identity.kind) ||
      owners.some((reference) => concerns(reference.apiVersion, reference.kind)),
  );
}

/** The same for a kind and for how a reference may spell it (KM-02). */
export function kindKey(group: string, kind: string): string {
  return `${group}/${kind.toLowerCase()}`;
}
