import type { GraphNode } from '../../graph/graph-node.ts';
import { groupBy } from '../../meta/group-by.ts';
import { finalizerOwner } from '../../meta/known-finalizers.ts';
import { memoize } from '../../meta/memoize.ts';
import type { Uid } from '../../meta/object-reference.ts';
import { code, joinSentences, say } from '../../meta/sentence.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import {
  type AuditReport,
  type Finding,
  type FindingFilter,
  filterFindings,
} from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import type { ReferenceEdit } from '../patch-operations.ts';
import { plainOwner } from '../plain-owner.ts';
import { explain } from '../verdict/explain.ts';
import { type AuditVerdicts, judgeSuspects } from './audit-verdicts.ts';
import { finalizerFindings, findingOn } from './finding.ts';
import { type Indexed, removeReferences } from './fix-reference.ts';
import { inSlices } from './in-slices.ts';
import { type OwnerCycle, ownerCycles, solidOwner, wayRound } from './owner-cycles.ts';
import {
  deletedWhen,
  misplacedFindings,
  referenceFindings,
  removalRisk,
} from './reference-findings.ts';

/** The findings to list, and their number at most. */
export interface AuditScope {
  /** Its `baseline` is not for the audit, whose ids are not final before the end. */
  readonly filter?: Omit<FindingFilter, 'baseline'>;
  /** Findings that are listed; the others are counted. */
  readonly most?: number;
}

/** Objects looked at between two pauses; to judge one costs more. */
const VISITED = 5000;
const JUDGED = 200;

/**
 * Visits all objects once and judges those that are not plainly right. Of an object that is being deleted, references count only
 * if they may be why: they no longer decide anything (AD-02). While the served groups are not known no finalizer is called
 * unhandled. Worst first, then in order of names. In its pauses objects may leave the graph: nothing is said about these.
 */
export function* auditStepwise(
  nodes: Iterable<GraphNode>,
  view: ClusterView,
  { filter = {}, most = Number.POSITIVE_INFINITY }: AuditScope = {},
): Generator<void, AuditReport> {
  const findings = new WorstFindings(filter, most);
  const { objects, suspects, links } = yield* visit([...nodes], view, findings);
  const verdicts = yield* judgeSuspects(suspects, view);
  let unverified = 0;
  yield* inSlices(JUDGED, suspects, (node) => {
    if (view.get(node.uid) !== node) return;
    if (node.beingDeleted) return findings.add(misplacedFindings(node, verdicts));
    unverified += verdicts.judged(node).filter((each) => each.class === 'unknown').length;
    findings.add(referenceFindings(node, verdicts));
    findings.add(listFindings(node, verdicts));
  });
  for (const cycle of yield* ownerCycles(links, view)) {
    for (const node of cycle) findings.add([cycleFinding(node, cycle, verdicts)]);
  }
  yield* inSlices(JUDGED, verdicts.vanishing, ([uid, origin]) => {
    const node = view.get(uid);
    if (node && node !== origin) findings.add([vanishingFinding(node, origin, verdicts)]);
  });
  const { kept, leftOut } = findings;
  return {
    findings: withOwnIds(kept),
    ...(leftOut > 0 ? { leftOut } : {}),
    objects,
    unverified,
    unread: view.unreadKinds(),
  };
}

/** The results of a walk over all objects beside findings on finalizers. */
interface Visited {
  readonly objects: number;
  /** Objects whose references are not plainly right. */
  readonly suspects: readonly GraphNode[];
  /** Objects with owners and dependents: cycles are made of these. */
  readonly links: readonly GraphNode[];
}

function* visit(
  nodes: readonly GraphNode[],
  view: ClusterView,
  findings: WorstFindings,
): Generator<void, Visited> {
  const { groups } = view.deletionFacts?.() ?? {};
  const ownerOf = memoize((finalizer: string) => finalizerOwner(finalizer, groups));
  const [suspects, links]: [GraphNode[], GraphNode[]] = [[], []];
  let objects = 0;
  yield* inSlices(VISITED, nodes, (node) => {
    if (node.virtual || view.get(node.uid) !== node) return;
    objects++;
    if (node.finalizers.length > 0) findings.add(finalizerFindings(node, view, ownerOf));
    const { references } = node;
    const [first] = references;
    if (!first) return;
    const isPlain = references.length === 1 && plainOwner(first, node, view);
    // A cascade leaves many objects without owners: these are not looked at.
    const isKnown = (uid: Uid): boolean =>
      view.get(uid)?.virtual === false || view.removed?.(uid, node.uid) !== undefined;
    const counts = !node.beingDeleted || references.some(({ uid }) => isKnown(uid));
    if (counts && !isPlain) suspects.push(node);
    if (node.dependents.size > 0 && !node.beingDeleted) links.push(node);
  });
  return { objects, suspects, links };
}

/** Two references may differ in nothing but their uid, which no id has: the second is numbered. */
function withOwnIds(findings: readonly Finding[]): Finding[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const time = (times.get(finding.id) ?? 0) + 1;
    times.set(finding.id, time);
    return time === 1 ? finding : { ...finding, id: `${finding.id} (${time})` };
  });
}

/** The findings that are wanted; beyond the limit they are counted, errors kept before warnings. */
class WorstFindings {
  readonly #filter: FindingFilter;
  readonly #most: number;
  readonly #kept = { error: [] as Finding[], warning: [] as Finding[] };
  #count = 0;

  constructor(filter: FindingFilter, most: number) {
    this.#filter = filter;
    this.#most = most;
  }

  add(findings: readonly Finding[]): void {
    for (const finding of filterFindings(findings, this.#filter)) {
      this.#count++;
      const alike = this.#kept[finding.severity];
      if (alike.length < this.#most) alike.push(finding);
    }
  }

  /** Errors before warnings, then in order of names. */
  get kept(): readonly Finding[] {
    const { error, warning } = this.#kept;
    return sortedBy([...error, ...warning], worstFirst).slice(0, this.#most);
  }

  get leftOut(): number {
    return Math.max(0, this.#count - this.#most);
  }
}

function worstFirst({ severity, object, rule, id }: Finding): string {
  const { namespace, kind, name } = object;
  return [severity === 'error' ? 0 : 1, namespace, kind, name, rule, id].join('\u0000');
}

/** Faults of the list as a whole: two controllers (VA-04), one uid in two references (DM-10, AD-14). */
function listFindings(node: GraphNode, verdicts: AuditVerdicts): Finding[] {
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
    effect: say`The collector ignores ${code('controller')}. But the API server refuses every update that leaves more than one controller, and each of these owners may try to manage the object.`,
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
    effect: say`If one of them is invalid, the collector removes all of them at the next check, and the object loses that owner.`,
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
function cycleFinding(node: GraphNode, cycle: OwnerCycle, verdicts: AuditVerdicts): Finding {
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
    effect: say`The collector deletes no object of the cycle by itself. Once you delete one, the others go, unless they have another owner.`,
    rules: ['CL-09', 'AD-16'],
    edit,
    risk: removalRisk(node, edit),
  });
}

/** Its owners live, but not for long: it goes with them. */
function vanishingFinding(node: GraphNode, origin: GraphNode, verdicts: AuditVerdicts): Finding {
  const { view, vanishing } = verdicts;
  const judged = verdicts.judged(node);
  const owner = judged.find(
    (each) => each.class === 'solid' && vanishing.has(each.found?.uid ?? ''),
  );
  const solid = judged.filter((each) => each.class === 'solid');
  const isOne = new Set(solid.map(({ reference }) => reference.uid)).size === 1;
  const { when, sentence } = explain(origin, view);
  const edit: ReferenceEdit = new Map(
    judged.flatMap((each, index) => (each.class === 'unknown' ? [] : [[index, undefined]])),
  );
  return findingOn(node, view, {
    rule: 'owner-vanishing',
    severity: 'warning',
    reference: owner?.reference,
    text: say`${isOne ? 'Its owner' : 'All its owners'} will be deleted. ${origin.identity}: ${sentence}`,
    ...(when ? { when } : {}),
    effect: say`It goes once ${isOne ? 'its owner is' : 'its owners are'} gone. ${deletedWhen(when, say`${origin.identity}`)}`,
    rules: ['AD-17', 'GB-43'],
    edit,
    risk: say`This saves only this object. Fix ${origin.identity} to keep everything it owns. ${removalRisk(node, edit)}`,
  });
}
