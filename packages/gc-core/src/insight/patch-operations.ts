import type { GraphNode } from '../graph/graph-node.ts';
import type { OwnerReference } from '../meta/object-reference.ts';

/** New references by index of the old ones; `undefined` removes one. The others stay. */
export type ReferenceEdit = ReadonlyMap<number, OwnerReference | undefined>;

/** The edit as a JSON patch that fails if the references are others by now. */
export function editReferences(node: GraphNode, edit: ReferenceEdit): unknown[] {
  const changes = [...withOneController(node, edit)].sort(([a], [b]) => b - a);
  const path = (index: number): string => `/metadata/ownerReferences/${index}`;
  return [
    ...changes.map(([index]) => ({ op: 'test', path: path(index), value: node.references[index] })),
    // From the end: what is removed does not move what is yet to be changed.
    ...changes.map(([index, value]) =>
      value ? { op: 'replace', path: path(index), value } : { op: 'remove', path: path(index) },
    ),
  ];
}

/** Takes a finalizer away, in the same way. */
export function removeFinalizer(node: GraphNode, finalizer: string): unknown[] {
  const path = `/metadata/finalizers/${node.finalizers.indexOf(finalizer)}`;
  const ownReferences = editReferences(node, new Map());
  return [{ op: 'test', path, value: finalizer }, { op: 'remove', path }, ...ownReferences];
}

/** The API server refuses every change that leaves two controllers (VA-04): the first one that stays is kept. */
function withOneController(node: GraphNode, edit: ReferenceEdit): ReferenceEdit {
  const controllers = [...node.references.entries()].flatMap(([index, reference]) => {
    const after = edit.has(index) ? edit.get(index) : reference;
    return after?.controller ? [{ index, after }] : [];
  });
  const others = controllers
    .slice(1)
    .map(({ index, after }): [number, OwnerReference] => [index, { ...after, controller: false }]);
  return new Map([...edit, ...others]);
}
