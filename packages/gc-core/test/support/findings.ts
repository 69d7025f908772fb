import { auditStepwise } from '../../src/insight/audit/audit.ts';
import type { ClusterView } from '../../src/insight/cluster-view.ts';
import type { DeletionFacts } from '../../src/insight/deletion-facts.ts';
import { answerOf } from '../../src/meta/answer-of.ts';
import type { ApiObject } from '../../src/meta/object-meta.ts';
import { simulationView } from '../../src/scenario/simulation-view.ts';
import type { AuditReport, Finding } from '../../src/wire/audit.ts';
import { type Plain, plain } from './plain.ts';
import { watched } from './watched.ts';

/** What a patch that takes the only reference away risks. */
export const REMOVAL =
  'Without the reference, the object has no owner and stays: delete it yourself if you do not want it.';

/** The audit of these objects; only `apps` is served beside the core group. */
export function auditOf(
  objects: readonly ApiObject[],
  changed: Partial<ClusterView> = {},
  facts: Pick<DeletionFacts, 'groups'> = { groups: new Set(['apps']) },
): AuditReport {
  const simulation = watched(objects);
  const known = { isQueued: () => false, deletionFacts: () => facts };
  const view = { ...simulationView(simulation), ...known, ...changed };
  return answerOf(auditStepwise(simulation.process.collector.graph.nodes(), view));
}

/** Its findings, with their sentences as text. */
export function findingsOf(
  objects: readonly ApiObject[],
  changed: Partial<ClusterView> = {},
): readonly Plain<Finding>[] {
  return plain(auditOf(objects, changed)).findings;
}

/** A finding with the operations of its patch, tests by their path. */
export function described({ patch, object, reference, ...finding }: Plain<Finding>): object {
  const operations = JSON.parse(patch.body) as { op: string; path: string; value?: unknown }[];
  return {
    ...finding,
    object: object.name,
    ...(reference ? { reference: reference.name } : {}),
    risk: patch.risk,
    does: operations.map(({ op, path }) => `${op} ${path}`),
  };
}
