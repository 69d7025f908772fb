import { audit } from '@gcscope/gc-core';
import {
  AUDIT_RULES,
  type AuditReport,
  type FindingFilter,
  filterFindings,
} from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import type { LiveCluster } from '../live/live-cluster.ts';
import type { OwnerProbe } from '../live/owner-probe.ts';
import { type Api, answer } from './api.ts';
import { Texts, textsOf } from './repeated.ts';

const Rule = Type.Enum([...AUDIT_RULES]);
const Query = Type.Object(
  {
    namespace: Type.Optional(Texts),
    kind: Type.Optional(Texts),
    severity: Type.Optional(Type.Enum(['error', 'warning'])),
    rule: Type.Optional(Type.Union([Rule, Type.Array(Rule)])),
  },
  { additionalProperties: false },
);

/** `GET /api/v1/audit?namespace=&kind=&severity=&rule=`: findings with the patch that fixes each. */
export function addAuditRoute(
  app: Api,
  cluster: LiveCluster,
  probeOwners: OwnerProbe | undefined,
): void {
  const current = currentAudit(cluster);
  app.get(
    '/api/v1/audit',
    {
      schema: {
        operationId: 'getAudit',
        summary: 'Wrong owner references and finalizers, with patches to copy',
        querystring: Query,
        response: { 200: answer('AuditReport') },
      },
    },
    async (request, reply): Promise<AuditReport> => {
      reply.header('cache-control', 'no-store');
      const { namespace, kind, severity, rule } = request.query;
      const filter: FindingFilter = {
        namespaces: textsOf(namespace),
        kinds: textsOf(kind),
        rules: textsOf(rule),
        severity,
      };
      const { live } = cluster;
      await probeOwners?.(live, live.graph.nodes());
      const report = current();
      return { ...report, findings: filterFindings(report.findings, filter) };
    },
  );
}

/** The audit of the cluster as it is; the same report until something changes. */
function currentAudit(cluster: LiveCluster): () => AuditReport {
  let last: { readonly state: string; readonly report: AuditReport } | undefined;
  return () => {
    const { live, log } = cluster;
    live.flush();
    const groups = live.served.groups;
    const asked = live.askedOwners.version;
    const state = JSON.stringify([log.position, live.view.unreadKinds(), groups?.size, asked]);
    if (last?.state !== state) {
      const facts = groups ? { groups } : {};
      last = { state, report: audit(live.graph.nodes(), live.view, facts) };
    }
    return last.report;
  };
}
