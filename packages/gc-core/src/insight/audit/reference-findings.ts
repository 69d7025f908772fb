import type { GraphNode } from '../../graph/graph-node.ts';
import { isBlocking } from '../../meta/object-reference.ts';
import { code, lowerFirst, type Sentence, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { VerdictTime } from '../../wire/node-record.ts';
import { type ClusterView, isProtected } from '../cluster-view.ts';
import type { ReferenceEdit } from '../patch-operations.ts';
import {
  describeReference,
  isMisspelt,
  properKind,
  removedOwner,
} from '../references/describe-reference.ts';
import { findingIn, type JudgedReference } from '../references/judge-reference.ts';
import { nextLook } from '../verdict/next-look.ts';
import type { AuditVerdicts } from './audit-verdicts.ts';
import { findingOn } from './finding.ts';
import { fixReference } from './fix-reference.ts';

type Effect = Pick<Finding, 'severity' | 'when' | 'effect' | 'rules' | 'keptBy'>;

/** A finding for each invalid reference (CL-03..14), but not for those that cannot be checked, or whose owner a cascade has deleted. */
export function referenceFindings(node: GraphNode, verdicts: AuditVerdicts): Finding[] {
  const { view } = verdicts;
  const when = verdicts.of(node) === 'goes' ? nextLook(node, view).when : undefined;
  return verdicts.judged(node).flatMap((each, index) => {
    if (isMisspelt(each, view)) return [misspeltKind(node, index, each, verdicts)];
    const rule = findingIn(node, each);
    if (!rule) return [];
    const edit = fixReference(node, index, verdicts);
    const fixed = edit.get(index);
    const risk = fixed
      ? say`From then on ${{ ...fixed, namespace: '' }} owns the object, and the collector deletes the object when this owner is gone.${alsoRemoved(edit)}`
      : removalRisk(node, edit);
    const effect = effectOf(node, each, when, verdicts);
    return [findingOn(node, view, { rule, ...factsOf(each, view), ...effect, edit, risk })];
  });
}

/** For an object that is being deleted: one finding for each reference that may have made the collector delete it (CL-05, CL-11, CL-13). */
export function misplacedFindings(node: GraphNode, verdicts: AuditVerdicts): Finding[] {
  const { view } = verdicts;
  const judged = verdicts.judged(node);
  const isKept = judged.some((each) => each.class !== 'dangling');
  const isPropagator = view.release.generation === 'propagator';
  return judged.flatMap((each, index) => {
    const rule = findingIn(node, each);
    if (!rule) return [];
    const edit = fixReference(node, index, verdicts);
    const change = edit.get(index) ? 'corrects the reference' : removes(edit);
    return findingOn(node, view, {
      rule,
      severity: isKept ? 'warning' : 'error',
      ...factsOf(each, view),
      effect: isKept
        ? say`The object is already being deleted, and its references no longer matter.`
        : say`The object is already being deleted, perhaps because of this reference. If it is created again with this reference, the collector deletes it again.`,
      rules: [each.rule, ...(isKept ? [] : ['AD-17']), isPropagator ? 'PG-30' : 'AD-02'],
      edit,
      risk: say`The patch ${change} but does not stop the deletion. Also correct the manifest or the controller that creates the object.${edit.get(index) ? alsoRemoved(edit) : ''}`,
    });
  });
}

function factsOf(
  judged: JudgedReference,
  view: ClusterView,
): Pick<Finding, 'reference' | 'removedOwner' | 'text'> {
  const removed = removedOwner(judged, view);
  return {
    reference: judged.reference,
    ...(removed && { removedOwner: removed }),
    text: describeReference(judged, view),
  };
}

/** KM-02: the collector understands a kind in lower case; a reader, and other spellings, may not. */
function misspeltKind(
  node: GraphNode,
  index: number,
  { reference, found }: JudgedReference,
  { view }: AuditVerdicts,
): Finding {
  const kind = properKind(reference, view);
  const owner = found?.identity ?? { ...reference, kind, namespace: '' };
  return findingOn(node, view, {
    rule: 'misspelt-kind',
    severity: 'warning',
    reference,
    text: say`The reference names the kind ${code(reference.kind)}; the kind is called ${code(kind)}.`,
    effect: say`The collector treats it as a reference to ${owner}: lower case works, other spellings do not.`,
    rules: ['KM-02', 'CL-09'],
    edit: new Map([[index, { ...reference, kind }]]),
    risk: say`None: it refers to the same object.`,
  });
}

/**
 * The risk of every patch that removes references; it may remove more than the invalid one. An owner may never have
 * been what deletes the object (CL-03..05), so only what is left counts.
 */
export function removalRisk({ references }: GraphNode, edit: ReferenceEdit): Sentence {
  const removed = removedBy(edit);
  const isLast = removed === references.length;
  if (removed > 1) {
    const then = isLast
      ? 'has no owner and stays: delete it yourself if you do not want it'
      : 'depends on its other owners alone';
    return say`The patch removes ${removed} references. The object then ${then}.`;
  }
  return isLast
    ? say`Without the reference, the object has no owner and stays: delete it yourself if you do not want it.`
    : say`Without the reference, the object depends on its other owners alone.`;
}

/** The references that a fix also removes. */
function alsoRemoved(edit: ReferenceEdit): string {
  const removed = removedBy(edit);
  if (removed === 0) return '';
  return ` The patch also removes ${removed === 1 ? 'another reference' : `${removed} other references`}.`;
}

function removes(edit: ReferenceEdit): string {
  const removed = removedBy(edit);
  return `removes ${removed === 1 ? 'the reference' : `${removed} references`}`;
}

function removedBy(edit: ReferenceEdit): number {
  return [...edit.values()].filter((each) => each === undefined).length;
}

/** The sentence that says when the collector deletes the object. */
export function deletedWhen(
  when: VerdictTime | undefined,
  object: Sentence = say`the object`,
): Sentence {
  if (when === 'now') return say`The collector deletes ${object} now.`;
  return when === 'next check'
    ? say`The collector deletes ${object} at the next check, or at the latest when it restarts.`
    : say`The collector deletes ${object} when it restarts.`;
}

function effectOf(
  node: GraphNode,
  wrong: JudgedReference,
  whenItGoes: VerdictTime | undefined,
  verdicts: AuditVerdicts,
): Effect {
  const { view } = verdicts;
  const warning = (effect: Sentence, ...rules: readonly string[]): Effect => {
    return { severity: 'warning', effect, rules: [wrong.rule, ...rules] };
  };
  const isRefused = (each: JudgedReference): boolean =>
    each.class === 'unmapped' || each.class === 'never';
  if (isRefused(wrong)) {
    // This holds with any other owners.
    const stays =
      wrong.class === 'never'
        ? say`The object stays even after its owner is gone.`
        : stayUntilServed(
            verdicts.judged(node).filter(({ reference }) => reference !== wrong.reference),
          );
    const owner = view.get(wrong.reference.uid);
    if (!owner || owner.virtual || !isBlocking(wrong.reference)) return warning(stays);
    const effect = say`${stays} A foreground deletion of ${owner.identity} never ends, because the object blocks it.`;
    return { ...warning(effect, 'DM-10', 'FG-02'), severity: 'error' };
  }
  const refused = verdicts.judged(node).find(isRefused);
  if (refused) {
    const effect = say`Another reference keeps the object: ${lowerFirst(describeReference(refused, view))}`;
    return { ...warning(effect, refused.rule), keptBy: refused.reference };
  }
  const verdict = verdicts.of(node);
  if (verdict === 'unknown') {
    const effect = say`gcscope cannot read another owner, so it does not know what the collector decides.`;
    return warning(effect, 'CL-06');
  }
  if (verdict !== 'goes') {
    const keeps =
      verdict === 'vanishes'
        ? 'Other owners keep the object as long as they exist themselves'
        : 'Another owner keeps the object';
    const effect = say`${keeps}; the collector removes the reference at the next check.`;
    return { ...warning(effect, 'AD-14'), when: view.isQueued(node.uid) ? 'now' : 'next check' };
  }
  if (isProtected(node.identity)) {
    const effect = say`The collector tries to delete the object at every check, and the API server refuses.`;
    return warning(effect, 'AD-17', 'NS-03');
  }
  const deleted = warning(deletedWhen(whenItGoes), 'AD-17');
  return { ...deleted, severity: 'error', ...(whenItGoes ? { when: whenItGoes } : {}) };
}

/** The outcome for an object whose owner's kind is not served yet; `others`: its other references. */
function stayUntilServed(others: readonly JudgedReference[]): Sentence {
  const has = (worth: JudgedReference['class']): boolean =>
    others.some((each) => each.class === worth);
  if (has('never')) {
    return say`The object stays, even after the kind of this owner is served: another reference keeps it.`;
  }
  if (has('solid')) {
    return say`Another owner keeps the object. Once the kind of this owner is served, the collector removes the reference if this owner does not exist.`;
  }
  if (has('unknown')) {
    return say`The object stays until the kind of its owner is served. gcscope cannot read another owner, so it does not know what the collector decides then.`;
  }
  return has('unmapped')
    ? say`The object stays until the kinds of its owners are served; then the collector deletes it if none of them exists.`
    : say`The object stays until the kind of its owner is served; then the collector deletes it if that owner does not exist.`;
}
