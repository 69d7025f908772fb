import {
  AUDIT_RULES,
  type AuditReport,
  type FindingFilter,
  SEVERITIES,
} from '@gcscope/gc-core/wire';
import { Type } from 'typebox';
import { type Api, answer, closed, operation } from './api.ts';
import { Texts, textsOf } from './repeated.ts';

const Rule = Type.Enum([...AUDIT_RULES]);
const Query = closed({
  namespace: Type.Optional(Texts),
  kind: Type.Optional(Texts),
  severity: Type.Optional(Type.Enum([...SEVERITIES])),
  rule: Type.Optional(Type.Union([Rule, Type.Array(Rule)])),
});

/** `GET /api/v1/audit?namespace=&kind=&severity=&rule=`: findings with the patch that fixes each; at most 10,000. */
export function addAuditRoute(app: Api): void {
  app.get(
    '/api/v1/audit',
    operation('getAudit', 'Wrong owner references and finalizers, with patches to copy', {
      querystring: Query,
      response: { 200: answer('AuditReport') },
    }),
    async (request): Promise<AuditReport> => {
      const { namespace, kind, severity, rule } = request.query;
      const filter: FindingFilter = {
        namespaces: textsOf(namespace),
        kinds: textsOf(kind),
        rules: textsOf(rule),
        severity,
      };
      const { cluster, sources, audit } = request.access.view;
      const { live } = cluster;
      await sources.probeOwners?.(live, live.graph.nodes());
      return audit.report(filter);
    },
  );
}
