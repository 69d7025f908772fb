import type { GraphNode } from '../../graph/graph-node.ts';
import { finalizerOwner } from '../../meta/known-finalizers.ts';
import { memoize } from '../../meta/memoize.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import {
  type AuditReport,
  type Finding,
  type FindingFilter,
  filterFindings,
} from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { plainOwner } from '../plain-owner.ts';
import { judgeSuspects } from './audit-verdicts.ts';
import { finalizerFindings } from './finding.ts';
import { inSlices } from './in-slices.ts';
import { cycleFinding, listFindings, vanishingFinding } from './list-findings.ts';
import { ownerCycles } from './owner-cycles.ts';
import { misplacedFindings, referenceFindings } from './reference-findings.ts';

/** Which findings are wanted, and how many at most. */
export interface AuditScope {
  /** Its `baseline` is not for the audit, whose ids are not final before the end. */
  readonly filter?: Omit<FindingFilter, 'baseline'>;
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

/** What a look at every object brings beside findings on finalizers. */
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
    const counts =
      !node.beingDeleted || references.some(({ uid }) => view.get(uid)?.virtual === false);
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
