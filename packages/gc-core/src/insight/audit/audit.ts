import type { GraphNode } from '../../graph/graph-node.ts';
import { finalizerOwner } from '../../meta/known-finalizers.ts';
import { memoize } from '../../meta/memoize.ts';
import { sortedBy } from '../../meta/sorted-by.ts';
import type { AuditReport, Finding } from '../../wire/audit.ts';
import type { ClusterView } from '../cluster-view.ts';
import { plainOwner } from '../plain-owner.ts';
import { AuditVerdicts } from './audit-verdicts.ts';
import { faultFindings } from './fault-findings.ts';
import { finalizerFindings } from './finding.ts';
import { cycleFinding, listFindings, vanishingFinding } from './list-findings.ts';
import { ownerCycles } from './owner-cycles.ts';

/**
 * Visits all objects once and judges those that are not plainly right. Of an object that is being deleted only the
 * finalizers are checked: its references no longer decide anything (AD-02). While the served groups are not known no
 * finalizer is called unhandled. Worst first, then in order of names.
 */
export function audit(nodes: Iterable<GraphNode>, view: ClusterView): AuditReport {
  const { groups } = view.deletionFacts?.() ?? {};
  const ownerOf = memoize((finalizer: string) => finalizerOwner(finalizer, groups));
  const findings: Finding[] = [];
  const suspects: GraphNode[] = [];
  const links: GraphNode[] = [];
  let objects = 0;
  for (const node of nodes) {
    if (node.virtual) continue;
    objects++;
    if (node.finalizers.length > 0) findings.push(...finalizerFindings(node, view, ownerOf));
    const { references } = node;
    if (references.length === 0 || node.beingDeleted) continue;
    const [first] = references;
    const isPlain = references.length === 1 && first && plainOwner(first, node, view);
    if (!isPlain) suspects.push(node);
    if (node.dependents.size > 0) links.push(node);
  }
  const verdicts = new AuditVerdicts(suspects, view);
  findings.push(...referenceFindings(suspects, links, verdicts));
  return {
    findings: withOwnIds(sortedBy(findings, worstFirst)),
    objects,
    unverified: suspects.flatMap(verdicts.judged).filter((each) => each.class === 'unknown').length,
    unread: view.unreadKinds(),
  };
}

function referenceFindings(
  suspects: readonly GraphNode[],
  links: readonly GraphNode[],
  verdicts: AuditVerdicts,
): Finding[] {
  const { view, vanishing } = verdicts;
  const findings = suspects.flatMap((node) => [
    ...faultFindings(node, verdicts),
    ...listFindings(node, verdicts),
  ]);
  for (const cycle of ownerCycles(links, view)) {
    for (const node of cycle) findings.push(cycleFinding(node, cycle, verdicts));
  }
  for (const [uid, origin] of vanishing) {
    const node = view.get(uid);
    if (node && node !== origin) findings.push(vanishingFinding(node, origin, verdicts));
  }
  return findings;
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

/** Errors before warnings, then in order of names. */
function worstFirst({ severity, object, rule, id }: Finding): string {
  const { namespace, kind, name } = object;
  return [severity === 'error' ? 0 : 1, namespace, kind, name, rule, id].join('\u0000');
}
