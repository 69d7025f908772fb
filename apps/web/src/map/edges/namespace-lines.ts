import type { Uid } from '@gcscope/gc-core/wire';
import { type CrossEdge, type Layout, lookOfTraits, type Stack } from '@gcscope/picture';
import { objectsOf } from '../world/faces.ts';

/** The references between the objects of a namespace and those of others. */
export interface NamespaceLines {
  /** References of its objects to owners elsewhere; of objects elsewhere to owners in it. */
  readonly out: LinesTo | undefined;
  readonly into: LinesTo | undefined;
}

/** References in one direction. */
export interface LinesTo {
  /** Number of objects with such references. */
  readonly objects: number;
  /** The other namespaces; the empty name stands for cluster-scoped objects. */
  readonly namespaces: readonly string[];
}

/** Counts the edges that leave the namespace with this frame; `undefined` if there are none. */
export function namespaceLines(
  leaving: readonly CrossEdge[],
  frame: number,
  { frames, namespaces, uids }: Layout,
  stacks: ReadonlyMap<Uid, Stack>,
): NamespaceLines | undefined {
  const references = leaving.filter(({ traits }) => !lookOfTraits(traits).waits);
  const count = (edges: readonly CrossEdge[], far: 'owner' | 'dependent'): LinesTo | undefined => {
    if (edges.length === 0) return undefined;
    const dependents = edges.map(({ dependent }) => uids[dependent] ?? '');
    const names = edges.map((edge) => namespaces[frames[edge[far]] ?? -1]?.namespace ?? '');
    return {
      objects: objectsOf(dependents, stacks).size,
      namespaces: [...new Set(names)],
    };
  };
  const isOut = ({ dependent }: CrossEdge): boolean => frames[dependent] === frame;
  const out = count(references.filter(isOut), 'owner');
  const into = count(
    references.filter((edge) => !isOut(edge)),
    'dependent',
  );
  return out || into ? { out, into } : undefined;
}
