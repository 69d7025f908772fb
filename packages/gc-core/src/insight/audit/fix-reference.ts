import type { GraphNode } from '../../graph/graph-node.ts';
import type { ObjectReference, OwnerReference } from '../../meta/object-reference.ts';
import type { Sentence } from '../../meta/sentence.ts';
import type { Patch } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { patchCommand, testUid } from '../kubectl.ts';
import { editReferences, type ReferenceEdit } from '../patch-operations.ts';
import { type JudgedReference, judgeReference } from '../references/judge-reference.ts';
import { fateOf, type ReferenceFate, type Vanishing } from './reference-fate.ts';

/** What an edit of references is decided on. */
export interface FixContext {
  readonly view: ClusterView;
  /** The references of an object, judged in their order; it may have a thousand, and a finding for each. */
  readonly judged: (node: GraphNode) => readonly JudgedReference[];
  /** Objects that are about to go. */
  readonly vanishing: Vanishing;
  /** What becomes of an object as it is. */
  readonly fate: (node: GraphNode) => ReferenceFate;
}

const WORSE: readonly ReferenceFate[] = ['stays', 'unknown', 'vanishes', 'goes'];

/** The reference as it was probably meant, if fixing it brings no other fault; else its removal. */
export function fixReference(node: GraphNode, index: number, context: FixContext): ReferenceEdit {
  const reference = node.references[index];
  const meant = reference && meantReference(reference, node, context);
  return withoutHarm(node, new Map([[index, meant]]), context);
}

/** An edit never makes an object go that stays: references that would then decide against it are removed as well. */
export function withoutHarm(
  node: GraphNode,
  edit: ReferenceEdit,
  { view, judged, fate, vanishing }: FixContext,
): ReferenceEdit {
  const before = fate(node);
  if (before === 'goes') return edit;
  const kept = judged(node).flatMap((judged, index) => {
    if (!edit.has(index)) return [{ index, judged }];
    const fixed = edit.get(index);
    return fixed ? [{ index, judged: judgeReference(fixed, node.identity, view) }] : [];
  });
  const references = kept.map(({ judged }) => judged.reference);
  const after = fateOf(node, view, vanishing, references);
  if (WORSE.indexOf(after) <= WORSE.indexOf(before)) return edit;
  const loose = kept.filter(({ judged }) => !isFirm(judged, vanishing));
  return new Map([...edit, ...loose.map(({ index }): [number, undefined] => [index, undefined])]);
}

function isFirm(judged: JudgedReference, vanishing: Vanishing): boolean {
  if (judged.class === 'dangling' || judged.class === 'waiting') return false;
  return judged.class !== 'solid' || !vanishing.has(judged.found?.uid ?? '');
}

function meantReference(
  reference: OwnerReference,
  node: GraphNode,
  context: FixContext,
): OwnerReference | undefined {
  const { view, vanishing } = context;
  const bearer = view.get(reference.uid);
  const mapping = view.mapping(reference.apiVersion, reference.kind);
  let meant: OwnerReference | undefined;
  if (bearer && !bearer.virtual) {
    const { apiVersion, kind, name } = bearer.identity;
    meant = { ...reference, apiVersion, kind, name };
  } else if (typeof mapping !== 'string') {
    const namespace = mapping.namespaced ? node.identity.namespace : '';
    const uid = view.byName(mapping, namespace, reference.name)?.uid;
    // Written as it is served, or the fix would leave a misspelt kind (KM-02).
    if (uid !== undefined) meant = { ...reference, kind: mapping.kind, uid };
  }
  const named = meant;
  if (!named) return undefined;
  if (node.references.some((each) => each !== reference && each.uid === named.uid))
    return undefined;
  const { class: referenceClass, found } = judgeReference(named, node.identity, view);
  if (referenceClass !== 'solid' || !found || found.beingDeleted) return undefined;
  return vanishing.has(found.uid) || isAbove(node, found, view) ? undefined : named;
}

/** Whether the object owns the other one, directly or over others: a reference to it would close a cycle. */
function isAbove(node: GraphNode, other: GraphNode, view: ClusterView): boolean {
  const seen = new Set<GraphNode>([other]);
  for (const each of seen) {
    if (each === node) return true;
    for (const { uid } of each.owners) {
      const owner = view.get(uid);
      if (owner) seen.add(owner);
    }
  }
  return false;
}

/** The patch of an edit; it does nothing to an object that is another one, or has other references, by now. */
export function referencePatch(
  node: GraphNode,
  edit: ReferenceEdit,
  view: ClusterView,
  risk: Sentence,
): Patch {
  return patchOf(node.identity, editReferences(node, edit), view, risk);
}

/** The operations as a patch to copy. */
export function patchOf(
  object: ObjectReference,
  operations: readonly unknown[],
  view: ClusterView,
  risk: Sentence,
): Patch {
  const body = JSON.stringify([testUid(object), ...operations]);
  return { body, command: patchCommand(object, view, operations), risk };
}
