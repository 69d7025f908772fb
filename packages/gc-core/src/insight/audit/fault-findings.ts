import type { GraphNode } from '../../graph/graph-node.ts';
import { isBlocking } from '../../meta/object-reference.ts';
import { code, type Sentence, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { VerdictTime } from '../../wire/node-record.ts';
import { isProtected } from '../container-kinds.ts';
import { describeReference, isMisspelt, properKind } from '../references/describe-reference.ts';
import type { JudgedReference } from '../references/judge-reference.ts';
import { nextLook } from '../verdict/next-look.ts';
import { type Found, findingOn } from './finding.ts';
import {
  type FixContext,
  fixReference,
  type ReferenceEdit,
  referencePatch,
} from './fix-reference.ts';

type Effect = Pick<Found, 'severity' | 'when' | 'effect' | 'rules'>;

/** A finding for each reference that does not hold (CL-03..14). What cannot be read is no fault. */
export function faultFindings(node: GraphNode, context: FixContext): Finding[] {
  const when = context.fate(node) === 'goes' ? nextLook(node, context.view).when : undefined;
  return context.judged(node).flatMap((each, index) => {
    if (isMisspelt(each, context.view)) return [misspeltKind(node, index, each, context)];
    if (!each.fault) return [];
    const edit = fixReference(node, index, context);
    const fixed = edit.get(index);
    const risk = fixed
      ? say`From then on ${{ ...fixed, namespace: '' }} owns the object: it goes when that goes.${alsoRemoved(edit)}`
      : removalRisk(edit);
    return [
      findingOn(node, {
        rule: each.fault,
        reference: each.reference,
        text: describeReference(each, context.view),
        ...effectOf(node, each, when, context),
        patch: referencePatch(node, edit, context.view, risk),
      }),
    ];
  });
}

function removedBy(edit: ReferenceEdit): number {
  return [...edit.values()].filter((each) => each === undefined).length;
}

/** What a fix takes away beside. */
function alsoRemoved(edit: ReferenceEdit): string {
  const removed = removedBy(edit);
  if (removed === 0) return '';
  return ` It takes ${removed === 1 ? 'another reference' : `${removed} other references`} away.`;
}

/** KM-02: the collector understands a kind in lower case; a reader, and other spellings, may not. */
function misspeltKind(
  node: GraphNode,
  index: number,
  { reference, found }: JudgedReference,
  { view }: FixContext,
): Finding {
  const kind = properKind(reference, view);
  return findingOn(node, {
    rule: 'misspelt-kind',
    severity: 'warning',
    reference,
    text: say`The reference names the kind ${code(reference.kind)}; it is ${code(kind)}.`,
    effect: say`The collector treats it as a reference to ${found?.identity ?? { ...reference, kind, namespace: '' }}: lower case works, other spellings do not.`,
    rules: ['KM-02', 'CL-09'],
    patch: referencePatch(
      node,
      new Map([[index, { ...reference, kind }]]),
      view,
      say`None: it refers to the same object.`,
    ),
  });
}

/** Of every patch that takes references away: it may be more than the one that is at fault. */
export function removalRisk(edit: ReferenceEdit): Sentence {
  const removed = removedBy(edit);
  return removed > 1
    ? say`It takes ${removed} references away. Those owners no longer take the object along: delete the object yourself if it is not wanted.`
    : say`Without the reference that owner no longer takes the object along: delete the object yourself if it is not wanted.`;
}

/** What deletion at some time means in a sentence. */
export function deletedWhen(when: VerdictTime | undefined): Sentence {
  if (when === 'now') return say`The collector deletes it now.`;
  return when === 'next check'
    ? say`The collector deletes it when it next checks the object, at the latest when it restarts.`
    : say`The collector deletes it when it restarts.`;
}

function effectOf(
  node: GraphNode,
  faulty: JudgedReference,
  whenItGoes: VerdictTime | undefined,
  context: FixContext,
): Effect {
  const { view } = context;
  if (faulty.class !== 'dangling') return effectOfRefusal(faulty, view.get(faulty.reference.uid));
  const refused = context
    .judged(node)
    .find((each) => each.class === 'unmapped' || each.class === 'never');
  if (refused) {
    const effect = say`The collector leaves the object alone, because of another reference: ${describeReference(refused, view)}`;
    return { severity: 'warning', effect, rules: [faulty.rule, refused.rule] };
  }
  const fate = context.fate(node);
  if (fate === 'goes' && isProtected(node.identity)) {
    const effect = say`The collector tries to delete the object whenever it looks; the API server refuses.`;
    return { severity: 'warning', effect, rules: [faulty.rule, 'AD-17', 'NS-03'] };
  }
  if (fate === 'goes') {
    const when = whenItGoes ? { when: whenItGoes } : {};
    const rules = [faulty.rule, 'AD-17'];
    return { severity: 'error', ...when, effect: deletedWhen(whenItGoes), rules };
  }
  if (fate === 'unknown') {
    const effect = say`The decision of the collector is unknown: another owner cannot be read.`;
    return { severity: 'warning', effect, rules: [faulty.rule, 'CL-06'] };
  }
  const when = view.isQueued(node.uid) ? 'now' : 'next check';
  const keeps =
    fate === 'vanishes'
      ? 'Other owners keep the object as long as they are there themselves'
      : 'Another owner keeps the object';
  const effect = say`${keeps}; the collector removes the reference at its next check.`;
  return { severity: 'warning', when, effect, rules: [faulty.rule, 'AD-14'] };
}

/** References that the collector cannot or will not ask about: the object is left alone for good, whoever else owns it. */
function effectOfRefusal(faulty: JudgedReference, owner: GraphNode | undefined): Effect {
  const stays = say`The collector never deletes the object, not even when its owner is gone`;
  if (owner && !owner.virtual && isBlocking(faulty.reference)) {
    const effect = say`${stays}; and a foreground deletion of ${owner.identity} never ends, because the object blocks it.`;
    return { severity: 'error', effect, rules: [faulty.rule, 'DM-10', 'FG-02'] };
  }
  return { severity: 'warning', effect: say`${stays}.`, rules: [faulty.rule] };
}
