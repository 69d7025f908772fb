import type { GraphNode } from '../../graph/graph-node.ts';
import type { OwnerReference, Uid } from '../../meta/object-reference.ts';
import { code, joinSentences, say } from '../../meta/sentence.ts';
import type { Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { plainOwner } from '../plain-owner.ts';
import { explain } from '../verdict/explain.ts';
import { deletedWhen, removalRisk } from './fault-findings.ts';
import { findingOn } from './finding.ts';
import {
  type FixContext,
  type ReferenceEdit,
  referencePatch,
  withoutHarm,
} from './fix-reference.ts';
import { type OwnerCycle, wayRound } from './owner-cycles.ts';
import { solidOwner } from './solid-owner.ts';

/** Faults of the list as a whole: two controllers (VA-04), one uid in two references (DM-10, AD-14). */
export function listFindings(node: GraphNode, context: FixContext): Finding[] {
  return [...twoControllers(node, context), ...duplicateUids(node, context)];
}

function twoControllers(node: GraphNode, { view }: FixContext): Finding[] {
  const indexes = node.references.flatMap((each, index) => (each.controller ? [index] : []));
  if (indexes.length < 2) return [];
  const kept = firstPlain(node, indexes, view);
  const others = indexes.filter((index) => index !== kept);
  const edit: ReferenceEdit = new Map(
    others.flatMap((index): [number, OwnerReference][] => {
      const reference = node.references[index];
      return reference ? [[index, { ...reference, controller: false }]] : [];
    }),
  );
  const [first] = others;
  const reference = first === undefined ? undefined : node.references[first];
  return [
    findingOn(node, {
      rule: 'two-controllers',
      severity: 'warning',
      ...(reference ? { reference } : {}),
      text: say`${indexes.length} of its references say ${code('controller: true')}, but an object has one controller.`,
      effect: say`The collector does not mind. The API server refuses any other change of the object, and two controllers may fight over it.`,
      rules: ['VA-04'],
      patch: referencePatch(
        node,
        edit,
        view,
        say`Only one of the owners goes on to manage the object; the others still own it.`,
      ),
    }),
  ];
}

function duplicateUids(node: GraphNode, context: FixContext): Finding[] {
  const byUid = new Map<Uid, number[]>();
  for (const [index, { uid }] of node.references.entries()) {
    const others = byUid.get(uid);
    if (others) others.push(index);
    else byUid.set(uid, [index]);
  }
  return [...byUid.values()].flatMap((indexes) => {
    if (indexes.length < 2) return [];
    const kept = firstPlain(node, indexes, context.view);
    const others = indexes.filter((index) => index !== kept);
    const reference = node.references[others[0] ?? 0];
    const edit = withoutHarm(node, new Map(others.map((index) => [index, undefined])), context);
    return [
      findingOn(node, {
        rule: 'duplicate-uid',
        severity: 'warning',
        ...(reference ? { reference } : {}),
        text: say`${indexes.length} of its references have the same uid.`,
        effect: say`If one of them does not hold, the collector removes all of them at its next check: the object is left without that owner.`,
        rules: ['DM-10', 'AD-14'],
        patch: referencePatch(
          node,
          edit,
          context.view,
          say`None, if the reference that stays is the one that was meant.`,
        ),
      }),
    ];
  });
}

/** A longer one is not read by anybody. */
const LONGEST_WAY = 20;

/** The object keeps itself alive: each owner of the cycle lives because the one before does. */
export function cycleFinding(node: GraphNode, cycle: OwnerCycle, context: FixContext): Finding {
  // The way of each member of a large cycle would be as long as the cycle.
  const way = cycle.size <= LONGEST_WAY ? wayRound(node, cycle, context.view) : [];
  const names = [...way, node].map(({ identity }) => say`${identity}`);
  const inside = [...node.references.entries()].filter(([, each]) => {
    const owner = solidOwner(each, node, context.view);
    return owner !== undefined && cycle.has(owner);
  });
  const edit = withoutHarm(node, new Map(inside.map(([index]) => [index, undefined])), context);
  const reference = inside[0]?.[1];
  return findingOn(node, {
    rule: 'cycle',
    severity: 'warning',
    ...(reference ? { reference } : {}),
    text:
      way.length > 0
        ? say`It owns itself: ${joinSentences(names, ' is owned by ')}.`
        : say`It owns itself, over others: it is one of a cycle of ${cycle.size} objects.`,
    effect: say`The collector never deletes any of them by itself. Once one is deleted, all that have no other owner go.`,
    rules: ['CL-09', 'AD-16'],
    patch: referencePatch(node, edit, context.view, removalRisk(edit)),
  });
}

/** Its owners live, but not for long: it goes with them. */
export function vanishingFinding(node: GraphNode, origin: GraphNode, context: FixContext): Finding {
  const { view, vanishing } = context;
  const judged = context.judged(node);
  const owner = judged.find(
    (each) => each.class === 'solid' && vanishing.has(each.found?.uid ?? ''),
  );
  const loose = [...judged.entries()].filter(([, each]) => each.class !== 'unknown');
  const edit: ReferenceEdit = new Map(loose.map(([index]) => [index, undefined]));
  const { when, sentence } = explain(origin, view);
  const why = say`${origin.identity}: ${sentence}`;
  return findingOn(node, {
    rule: 'owner-vanishing',
    severity: 'warning',
    ...(owner ? { reference: owner.reference } : {}),
    text: say`Nothing keeps it but what is about to go. ${why}`,
    ...(when ? { when } : {}),
    effect: say`It goes when its owners are gone. Of ${origin.identity}: ${deletedWhen(when)}`,
    rules: ['AD-17', 'GB-43'],
    patch: referencePatch(
      node,
      edit,
      view,
      say`Saves this object only. Fix ${origin.identity} to keep everything it owns. ${removalRisk(edit)}`,
    ),
  });
}

function firstPlain(
  node: GraphNode,
  indexes: readonly number[],
  view: ClusterView,
): number | undefined {
  const stands = (index: number): boolean => {
    const reference = node.references[index];
    return reference !== undefined && plainOwner(reference, node, view) !== undefined;
  };
  return indexes.find(stands) ?? indexes[0];
}
