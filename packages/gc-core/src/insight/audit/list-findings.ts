import type { GraphNode } from '../../graph/graph-node.ts';
import { objectName } from '../../meta/object-name.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import type { Finding } from '../../wire/audit.ts';
import type { StandingReferences } from '../standing-references.ts';
import { explain } from '../verdict/explain.ts';
import { deletedWhen, REMOVAL_RISK } from './fault-findings.ts';
import { findingOn } from './finding.ts';
import { type OwnerCycle, wayRound } from './owner-cycles.ts';
import { type ReferenceEdit, type RepairContext, referencePatch, sparing } from './repair.ts';

/** Faults of the list as a whole: two controllers (VA-04), one uid in two references (DM-10, AD-14). */
export function listFindings(
  node: GraphNode,
  references: StandingReferences,
  context: RepairContext,
): Finding[] {
  return [
    ...twoControllers(node, references, context),
    ...duplicateUids(node, references, context),
  ];
}

function twoControllers(
  node: GraphNode,
  references: StandingReferences,
  { view }: RepairContext,
): Finding[] {
  const indexes = node.owners.flatMap((each, index) => (each.controller ? [index] : []));
  if (indexes.length < 2) return [];
  const kept = firstStanding(node, indexes, references);
  const others = indexes.filter((index) => index !== kept);
  const edit: ReferenceEdit = new Map(
    others.flatMap((index): [number, OwnerReference][] => {
      const reference = node.owners[index];
      return reference ? [[index, { ...reference, controller: false }]] : [];
    }),
  );
  const [first] = others;
  const reference = first === undefined ? undefined : node.owners[first];
  return [
    findingOn(node, {
      rule: 'two-controllers',
      severity: 'warning',
      ...(reference ? { reference } : {}),
      text: `${indexes.length} of its references say controller: true, but an object has one controller.`,
      effect:
        'The collector does not mind. The API server refuses any other change of the object, and two controllers may fight over it.',
      rules: ['VA-04'],
      patch: referencePatch(
        node,
        edit,
        view,
        'Only one of the owners goes on to manage the object; the others still own it.',
      ),
    }),
  ];
}

function duplicateUids(
  node: GraphNode,
  references: StandingReferences,
  context: RepairContext,
): Finding[] {
  const byUid = new Map<Uid, number[]>();
  for (const [index, { uid }] of node.owners.entries()) {
    const others = byUid.get(uid);
    if (others) others.push(index);
    else byUid.set(uid, [index]);
  }
  return [...byUid.values()].flatMap((indexes) => {
    if (indexes.length < 2) return [];
    const kept = firstStanding(node, indexes, references);
    const others = indexes.filter((index) => index !== kept);
    const reference = node.owners[others[0] ?? 0];
    const edit = sparing(node, new Map(others.map((index) => [index, undefined])), context);
    return [
      findingOn(node, {
        rule: 'duplicate-uid',
        severity: 'warning',
        ...(reference ? { reference } : {}),
        text: `${indexes.length} of its references have the same uid.`,
        effect:
          'If one of them does not hold, the collector removes all of them at its next check: the object is left without that owner.',
        rules: ['DM-10', 'AD-14'],
        patch: referencePatch(
          node,
          edit,
          context.view,
          'None, if the reference that stays is the one that was meant.',
        ),
      }),
    ];
  });
}

/** A longer one is not read by anybody. */
const LONGEST_WAY = 20;

/** The object keeps itself alive: each owner of the cycle lives because the one before does. */
export function cycleFinding(
  node: GraphNode,
  cycle: OwnerCycle,
  references: StandingReferences,
  context: RepairContext,
): Finding {
  // The way of each member of a large cycle would be as long as the cycle.
  const way = cycle.size <= LONGEST_WAY ? wayRound(node, cycle, references) : [];
  const names = [...way, node].map((each) => objectName(each.identity));
  const inside = [...node.owners.entries()].filter(([, each]) => {
    const owner = references.owner(each, node);
    return owner !== undefined && cycle.has(owner);
  });
  const edit = sparing(node, new Map(inside.map(([index]) => [index, undefined])), context);
  const reference = inside[0]?.[1];
  return findingOn(node, {
    rule: 'cycle',
    severity: 'warning',
    ...(reference ? { reference } : {}),
    text:
      way.length > 0
        ? `It owns itself: ${names.join(' is owned by ')}.`
        : `It owns itself, over others: it is one of a cycle of ${cycle.size} objects.`,
    effect:
      'The collector never deletes any of them by itself. Once one is deleted, all that have no other owner go.',
    rules: ['CL-09', 'AD-16'],
    patch: referencePatch(node, edit, context.view, REMOVAL_RISK),
  });
}

/** Its owners live, but not for long: it goes with them. */
export function vanishingFinding(
  node: GraphNode,
  origin: GraphNode,
  context: RepairContext,
): Finding {
  const { view, judgements, vanishing } = context;
  const judged = judgements.of(node);
  const owner = judged.find(
    (each) => each.class === 'solid' && vanishing.has(each.found?.uid ?? ''),
  );
  const loose = [...judged.entries()].filter(([, each]) => each.class !== 'unknown');
  const edit: ReferenceEdit = new Map(loose.map(([index]) => [index, undefined]));
  const { when, sentence } = explain(origin, view);
  const why = `${objectName(origin.identity)}: ${sentence}`;
  return findingOn(node, {
    rule: 'owner-vanishing',
    severity: 'warning',
    ...(owner ? { reference: owner.reference } : {}),
    text: `Nothing keeps it but what is about to go. ${why}`,
    ...(when ? { when } : {}),
    effect: `It goes when its owners are gone. Of ${objectName(origin.identity)}: ${deletedWhen(when)}`,
    rules: ['AD-17', 'GB-43'],
    patch: referencePatch(
      node,
      edit,
      view,
      `Saves this object only; mend ${objectName(origin.identity)} to keep all that hangs on it. ${REMOVAL_RISK}`,
    ),
  });
}

function firstStanding(
  node: GraphNode,
  indexes: readonly number[],
  references: StandingReferences,
): number | undefined {
  const stands = (index: number): boolean => {
    const reference = node.owners[index];
    return reference !== undefined && references.owner(reference, node) !== undefined;
  };
  return indexes.find(stands) ?? indexes[0];
}
