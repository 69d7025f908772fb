import type { GraphNode } from '../../graph/graph-node.ts';
import type { AuditReport, Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { isProtected } from '../container-kinds.ts';
import { plainOwner } from '../plain-owner.ts';
import { Judgements } from '../references/judgements.ts';
import { faultFindings } from './fault-findings.ts';
import { FinalizerAudit } from './finalizer-findings.ts';
import type { FixContext } from './fix-reference.ts';
import { cycleFinding, listFindings, vanishingFinding } from './list-findings.ts';
import { ownerCycles } from './owner-cycles.ts';
import { Fates, fateOf, vanishingWith } from './reference-fate.ts';

/** What beside the view an audit rests on. */
export interface AuditFacts {
  /** API groups that are served; absent while discovery is incomplete, and then no finalizer is called unhandled. */
  readonly groups?: ReadonlySet<string>;
}

/**
 * Goes over all objects once and judges what is not plainly right. Objects that are being deleted are looked at for
 * finalizers only: their references decide nothing any more (AD-02). Worst first, then in order of names.
 */
export function audit(
  nodes: Iterable<GraphNode>,
  view: ClusterView,
  { groups }: AuditFacts = {},
): AuditReport {
  const finalizers = new FinalizerAudit(view, groups);
  const findings: Finding[] = [];
  const suspects: GraphNode[] = [];
  const links: GraphNode[] = [];
  let objects = 0;
  for (const node of nodes) {
    if (node.virtual) continue;
    objects++;
    const held = node.finalizers;
    if (held.length > 0) findings.push(...finalizers.findings(node, held));
    const { references } = node;
    if (references.length === 0 || node.beingDeleted) continue;
    const [first] = references;
    const isPlain = references.length === 1 && first && plainOwner(first, node, view);
    if (!isPlain) suspects.push(node);
    if (node.dependents.size > 0) links.push(node);
  }
  const judgements = new Judgements(view);
  findings.push(...referenceFindings(suspects, links, view, judgements));
  const unverified = countUnverified(suspects, judgements);
  return {
    findings: withOwnIds(worstFirst(findings)),
    objects,
    unverified,
    unread: view.unreadKinds(),
  };
}

function countUnverified(suspects: readonly GraphNode[], judgements: Judgements): number {
  return suspects.reduce((count, node) => {
    return count + judgements.of(node).filter((each) => each.class === 'unknown').length;
  }, 0);
}

function referenceFindings(
  suspects: readonly GraphNode[],
  links: readonly GraphNode[],
  view: ClusterView,
  judgements: Judgements,
): Finding[] {
  const going = suspects.filter(
    (node) => !isProtected(node.identity) && fateOf(node, view, NOTHING) === 'goes',
  );
  const vanishing = vanishingWith(going, view);
  const fates = new Fates(view, vanishing);
  const context: FixContext = { view, judgements, vanishing, fates };
  const findings = suspects.flatMap((node) => [
    ...faultFindings(node, context),
    ...listFindings(node, context),
  ]);
  for (const cycle of ownerCycles(links, view)) {
    for (const node of cycle) findings.push(cycleFinding(node, cycle, context));
  }
  const started = new Set(going);
  for (const [uid, origin] of vanishing) {
    const node = view.get(uid);
    if (node && !started.has(node)) findings.push(vanishingFinding(node, origin, context));
  }
  return findings;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Two references may differ in nothing but their uid, which no id has: the second is numbered. */
function withOwnIds(findings: readonly Finding[]): Finding[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const time = (times.get(finding.id) ?? 0) + 1;
    times.set(finding.id, time);
    return time === 1 ? finding : { ...finding, id: `${finding.id} (${time})` };
  });
}

/** Errors before warnings, then in order of names. The key of each is made once: there may be as many as objects. */
function worstFirst(findings: readonly Finding[]): Finding[] {
  const keyed = findings.map((finding) => {
    const { severity, object, rule, id } = finding;
    const names = [object.namespace, object.kind, object.name, rule, id].join('\u0000');
    return { finding, key: `${severity === 'error' ? 0 : 1}${names}` };
  });
  keyed.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
  return keyed.map(({ finding }) => finding);
}
