import type { GraphNode } from '../graph/graph-node.ts';
import { objectName } from '../meta/object-name.ts';
import type { ObjectReference, OwnerReference } from '../meta/object-reference.ts';
import type { Edit } from '../wire/playback.ts';

/** A JSON merge patch of an object's metadata, and what it does in words. */
export interface PlannedEdit {
  readonly body: { readonly metadata: Readonly<Record<string, unknown>> };
  readonly sentence: string;
}

/** The request that makes the edit, given what is known of the owner that it names. */
export function planEdit(
  { identity, meta }: Pick<GraphNode, 'identity' | 'meta'>,
  edit: Edit,
  owner: ObjectReference | undefined,
): PlannedEdit {
  const name = objectName(identity);
  const references = meta?.ownerReferences ?? [];
  if (edit.type === 'addFinalizer') {
    const finalizers = [...(meta?.finalizers ?? []), edit.finalizer];
    const sentence = `A user adds the finalizer \`${edit.finalizer}\` to ${name}.`;
    return { body: { metadata: { finalizers } }, sentence };
  }
  const known = references.find(({ uid }) => uid === edit.owner);
  const named = owner ? objectName(owner) : known ? `${known.kind} \`${known.name}\`` : edit.owner;
  const { ownerReferences, sentence } = editReferences(references, edit, owner, name, named);
  return { body: { metadata: { ownerReferences } }, sentence };
}

function editReferences(
  references: readonly OwnerReference[],
  edit: Exclude<Edit, { type: 'addFinalizer' }>,
  owner: ObjectReference | undefined,
  name: string,
  named: string,
): { ownerReferences: readonly OwnerReference[] | null; sentence: string } {
  switch (edit.type) {
    case 'addReference': {
      const added = owner ? [referenceTo(owner, edit)] : [];
      const blocking = edit.blockOwnerDeletion ? ', which it blocks' : '';
      const sentence = `A user gives ${name} an owner: ${named}${blocking}.`;
      return { ownerReferences: [...references, ...added], sentence };
    }
    case 'removeReference': {
      const left = references.filter(({ uid }) => uid !== edit.owner);
      const sentence = `A user takes the reference to ${named} from ${name}.`;
      return { ownerReferences: left.length > 0 ? left : null, sentence };
    }
    case 'setBlocking': {
      const { blockOwnerDeletion } = edit;
      const sentence = `A user lets ${name} ${blockOwnerDeletion ? 'block' : 'no longer block'} ${named}.`;
      const changed = references.map((each) =>
        each.uid === edit.owner ? { ...each, blockOwnerDeletion } : each,
      );
      return { ownerReferences: changed, sentence };
    }
    default:
      return edit satisfies never;
  }
}

/** The reference by which a dependent names its owner. */
export function referenceTo(
  { apiVersion, kind, name, uid }: ObjectReference,
  {
    controller,
    blockOwnerDeletion,
  }: { readonly controller: boolean; readonly blockOwnerDeletion: boolean },
): OwnerReference {
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller ? { controller } : {}),
    ...(blockOwnerDeletion ? { blockOwnerDeletion } : {}),
  };
}
