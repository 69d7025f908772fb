import type { GraphNode } from '../../graph/graph-node.ts';
import { isOwnedBy } from '../../graph/owner-chain.ts';
import type { OwnerReference } from '../../meta/object-reference.ts';
import { named } from '../cluster-view.ts';
import type { ReferenceEdit } from '../patch-operations.ts';
import { properKind } from '../references/describe-reference.ts';
import { type JudgedReference, judgeReference } from '../references/judge-reference.ts';
import type { AuditVerdict, AuditVerdicts } from './audit-verdicts.ts';

/** A reference of an object with its place. */
export type Indexed = readonly [index: number, reference: OwnerReference];

const WORSE: readonly AuditVerdict[] = ['stays', 'unknown', 'vanishes', 'goes'];

/** The reference as it was probably meant, if fixing it brings no other fault; else its removal. */
export function fixReference(
  node: GraphNode,
  index: number,
  verdicts: AuditVerdicts,
): ReferenceEdit {
  const reference = node.references[index];
  const meant = reference && meantReference(reference, node, verdicts);
  return withoutHarm(node, new Map([[index, meant]]), verdicts);
}

/** The removal of these references, and of what would decide against the object then. */
export function removeReferences(
  node: GraphNode,
  removed: readonly Indexed[],
  verdicts: AuditVerdicts,
): ReferenceEdit {
  return withoutHarm(node, new Map(removed.map(([index]) => [index, undefined])), verdicts);
}

/** An edit never makes an object go that stays: references that would then decide against it are removed as well. */
function withoutHarm(node: GraphNode, edit: ReferenceEdit, verdicts: AuditVerdicts): ReferenceEdit {
  const before = verdicts.of(node);
  if (before === 'goes') return edit;
  const kept = verdicts.judged(node).flatMap((judged, index) => {
    if (!edit.has(index)) return [{ index, judged }];
    const fixed = edit.get(index);
    return fixed ? [{ index, judged: judgeReference(fixed, node.identity, verdicts.view) }] : [];
  });
  const after = verdicts.with(
    node,
    kept.map(({ judged }) => judged.reference),
  );
  if (WORSE.indexOf(after) <= WORSE.indexOf(before)) return edit;
  const loose = kept.filter(({ judged }) => !isFirm(judged, verdicts));
  return new Map([...edit, ...loose.map(({ index }): [number, undefined] => [index, undefined])]);
}

function isFirm(judged: JudgedReference, { vanishing }: AuditVerdicts): boolean {
  if (judged.class === 'dangling' || judged.class === 'waiting') return false;
  return judged.class !== 'solid' || !vanishing.has(judged.found?.uid ?? '');
}

function meantReference(
  reference: OwnerReference,
  node: GraphNode,
  verdicts: AuditVerdicts,
): OwnerReference | undefined {
  const { view, vanishing } = verdicts;
  const meant = namedReference(reference, node, verdicts);
  const others = node.references.filter((each) => each !== reference);
  if (!meant || others.some(({ uid }) => uid === meant.uid)) return undefined;
  const { class: worth, found } = judgeReference(meant, node.identity, view);
  if (worth !== 'solid' || !found || found.beingDeleted || vanishing.has(found.uid))
    return undefined;
  // It would close a cycle.
  return isOwnedBy(found, node, view) ? undefined : meant;
}

/** The same uid as its bearer is named, or else the same name with the uid that it has. */
function namedReference(
  reference: OwnerReference,
  node: GraphNode,
  { view }: AuditVerdicts,
): OwnerReference | undefined {
  const bearer = view.get(reference.uid);
  if (bearer && !bearer.virtual) {
    const { apiVersion, kind, name } = bearer.identity;
    return { ...reference, apiVersion, kind, name };
  }
  const { uid } = named(reference, node.namespace, view) ?? {};
  // Written as it is served, or the fix would leave a misspelt kind (KM-02).
  return uid === undefined ? undefined : { ...reference, kind: properKind(reference, view), uid };
}
