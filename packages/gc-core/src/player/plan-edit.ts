import type { GraphNode } from '../graph/graph-node.ts';
import {
  type ObjectReference,
  type OwnerReference,
  referenceWith,
} from '../meta/object-reference.ts';
import { code, type NamedInSentence, type Sentence, say } from '../meta/sentence.ts';
import type { Edit } from '../wire/playback.ts';

/** A JSON merge patch of an object's metadata, and what it does in words. */
export interface PlannedEdit {
  readonly body: { readonly metadata: Readonly<Record<string, unknown>> };
  readonly sentence: Sentence;
}

/** The request that makes the edit, given what is known of the owner that it names. */
export function planEdit(
  { identity, meta }: Pick<GraphNode, 'identity' | 'meta'>,
  edit: Edit,
  owner: ObjectReference | undefined,
): PlannedEdit {
  const references = meta?.ownerReferences ?? [];
  if (edit.type === 'addFinalizer') {
    const finalizers = [...(meta?.finalizers ?? []), edit.finalizer];
    const sentence = say`A user adds the finalizer ${code(edit.finalizer)} to ${identity}.`;
    return { body: { metadata: { finalizers } }, sentence };
  }
  const known = references.find(({ uid }) => uid === edit.owner);
  const named = owner ?? (known ? { ...known, namespace: '' } : edit.owner);
  const { ownerReferences, sentence } = editReferences(references, edit, owner, identity, named);
  return { body: { metadata: { ownerReferences } }, sentence };
}

function editReferences(
  references: readonly OwnerReference[],
  edit: Exclude<Edit, { type: 'addFinalizer' }>,
  owner: ObjectReference | undefined,
  name: ObjectReference,
  named: NamedInSentence | string,
): { ownerReferences: readonly OwnerReference[] | null; sentence: Sentence } {
  switch (edit.type) {
    case 'addReference': {
      const added = owner ? [referenceTo(owner, edit)] : [];
      const blocking = edit.blockOwnerDeletion ? ', which it blocks' : '';
      const sentence = say`A user adds the owner ${named} to ${name}${blocking}.`;
      return { ownerReferences: [...references, ...added], sentence };
    }
    case 'removeReference': {
      const left = references.filter(({ uid }) => uid !== edit.owner);
      const sentence = say`A user removes the owner ${named} from ${name}.`;
      return { ownerReferences: left.length > 0 ? left : null, sentence };
    }
    case 'setBlocking': {
      const { blockOwnerDeletion } = edit;
      const sentence = say`A user makes the reference of ${name} to ${named} ${blockOwnerDeletion ? 'blocking' : 'non-blocking'}.`;
      const changed = references.map((each) =>
        each.uid === edit.owner ? { ...each, blockOwnerDeletion } : each,
      );
      return { ownerReferences: changed, sentence };
    }
  }
}

/** The reference by which a dependent names its owner. */
export function referenceTo(
  owner: ObjectReference,
  flags: { readonly controller: boolean; readonly blockOwnerDeletion: boolean },
): OwnerReference {
  return referenceWith(owner, flags.controller || undefined, flags.blockOwnerDeletion || undefined);
}
