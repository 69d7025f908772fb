import type { GraphNode } from '../../graph/graph-node.ts';
import { groupBy } from '../../meta/group-by.ts';
import { code, joinSentences, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ReferenceEdit } from '../patch-operations.ts';
import { plainOwner } from '../plain-owner.ts';
import { explain } from '../verdict/explain.ts';
import type { AuditVerdicts } from './audit-verdicts.ts';
import { findingOn } from './finding.ts';
import { type Indexed, removeReferences } from './fix-reference.ts';
import { type OwnerCycle, solidOwner, wayRound } from './owner-cycles.ts';
import { deletedWhen, removalRisk } from './reference-findings.ts';

/** Faults of the list as a whole: two controllers (VA-04), one uid in two references (DM-10, AD-14). */
export function listFindings(node: GraphNode, verdicts: AuditVerdicts): Finding[] {
  const all = [...node.references.entries()];
  const controllers = all.filter(([, { controller }]) => controller);
  const alike = [...groupBy(all, ([, { uid }]) => uid).values()];
  return [
    ...(controllers.length < 2 ? [] : [twoControllers(node, controllers, verdicts)]),
    ...alike.flatMap((same) => (same.length < 2 ? [] : [duplicateUid(node, same, verdicts)])),
  ];
}

function twoControllers(
  node: GraphNode,
  all: readonly Indexed[],
  { view }: AuditVerdicts,
): Finding {
  const others = spare(all, node, view);
  return findingOn(node, view, {
    rule: 'two-controllers',
    severity: 'warning',
    reference: others[0]?.[1],
    text: say`${all.length} of its references say ${code('controller: true')}, but an object has only one controller.`,
    effect: say`The collector ignores this. But the API server refuses every other change of the object, and two controllers may fight over it.`,
    rules: ['VA-04'],
    edit: new Map(others.map(([index, each]) => [index, { ...each, controller: false }])),
    risk: say`Only one of the owners still manages the object; the others still own it.`,
  });
}

function duplicateUid(node: GraphNode, same: readonly Indexed[], verdicts: AuditVerdicts): Finding {
  const others = spare(same, node, verdicts.view);
  return findingOn(node, verdicts.view, {
    rule: 'duplicate-uid',
    severity: 'warning',
    reference: others[0]?.[1],
    text: say`${same.length} of its references have the same uid.`,
    effect: say`If one of them is invalid, the collector removes all of them at its next check, and the object loses that owner.`,
    rules: ['DM-10', 'AD-14'],
    edit: removeReferences(node, others, verdicts),
    risk: say`None, if the remaining reference is the right one.`,
  });
}

/** All but the first valid one, or else all but the first. */
function spare(all: readonly Indexed[], node: GraphNode, view: ClusterView): Indexed[] {
  const kept = all.find(([, each]) => plainOwner(each, node, view)) ?? all[0];
  return all.filter((each) => each !== kept);
}

/** A longer cycle would be too long to read. */
const LONGEST_WAY = 20;

/** The object keeps itself alive: each owner of the cycle lives because the one before does. */
export function cycleFinding(node: GraphNode, cycle: OwnerCycle, verdicts: AuditVerdicts): Finding {
  const { view } = verdicts;
  // The way of each member of a large cycle would be as long as the cycle.
  const way = cycle.size <= LONGEST_WAY ? wayRound(node, cycle, view) : [];
  const names = [...way, node].map(({ identity }) => say`${identity}`);
  const inside = [...node.references.entries()].filter(([, each]) => {
    const owner = solidOwner(each, node, view);
    return owner !== undefined && cycle.has(owner);
  });
  const edit = removeReferences(node, inside, verdicts);
  return findingOn(node, view, {
    rule: 'cycle',
    severity: 'warning',
    reference: inside[0]?.[1],
    text:
      way.length > 0
        ? say`It owns itself: ${joinSentences(names, ' is owned by ')}.`
        : say`It owns itself through others: it is part of a cycle of ${cycle.size} objects.`,
    effect: say`The collector never deletes any of them by itself. Once you delete one, all that have no other owner go.`,
    rules: ['CL-09', 'AD-16'],
    edit,
    risk: removalRisk(node, edit),
  });
}

/** Its owners live, but not for long: it goes with them. */
export function vanishingFinding(
  node: GraphNode,
  origin: GraphNode,
  verdicts: AuditVerdicts,
): Finding {
  const { view, vanishing } = verdicts;
  const judged = verdicts.judged(node);
  const owner = judged.find(
    (each) => each.class === 'solid' && vanishing.has(each.found?.uid ?? ''),
  );
  const { when, sentence } = explain(origin, view);
  const edit: ReferenceEdit = new Map(
    judged.flatMap((each, index) => (each.class === 'unknown' ? [] : [[index, undefined]])),
  );
  return findingOn(node, view, {
    rule: 'owner-vanishing',
    severity: 'warning',
    reference: owner?.reference,
    text: say`Its owners are about to go. ${origin.identity}: ${sentence}`,
    ...(when ? { when } : {}),
    effect: say`It goes once its owners are gone. ${deletedWhen(when, say`${origin.identity}`)}`,
    rules: ['AD-17', 'GB-43'],
    edit,
    risk: say`This saves only this object. Fix ${origin.identity} to keep everything it owns. ${removalRisk(node, edit)}`,
  });
}
