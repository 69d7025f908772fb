import {
  AUDIT_RULES,
  AUDIT_WORDS,
  type AuditReport,
  type AuditRule,
  counted,
  describeFindings,
  type Finding,
  filterFindings,
  formatCount,
  hasWords,
  joined,
  SEVERITIES,
  type Severity,
  searchWords,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import { AUDIT_PATH, auditQuery } from '../data/api.ts';
import { compareObjects } from '../data/natural-order.ts';
import { NO_FILTER, toggled } from '../data/selection.ts';
import { useLiveCounts } from '../data/use-graph.ts';
import { useReport } from '../data/use-report.ts';
import { alikeFindings } from '../features/findings/alike-findings.ts';
import { FindingCard } from '../features/findings/FindingCard.tsx';
import { ChipGroup } from '../ui/Chip.tsx';
import { countEach, NamespaceChips } from '../ui/NameChips.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { PageFilters } from '../ui/PageFilters.tsx';
import { ReportPage } from '../ui/ReportPage.tsx';
import { SeveritySign } from '../ui/SeveritySign.tsx';
import { useShortened } from '../ui/use-shortened.tsx';

/** Cards shown at once; a button counts and shows more. */
const PAGE = 100;
const NO_RULES: readonly AuditRule[] = [];
const NOTHING_CHOSEN = {
  ...{ severity: undefined, auditRules: undefined, words: undefined },
  namespaces: [],
};

/** The audit of references and finalizers: all findings, errors first, with patches to copy. */
export function FindingsPage(): ReactNode {
  const report = useReport(auditQuery());
  return (
    <ReportPage title="Findings" json={AUDIT_PATH} report={report} waiting="Checking every object…">
      {(answer) => <Findings report={answer} />}
    </ReportPage>
  );
}

/** Errors first, then by namespace, kind and name, as people sort these. */
function inOrder(findings: readonly Finding[]): readonly Finding[] {
  const rankOf = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  return findings.toSorted((a, b) => rankOf(a) - rankOf(b) || compareObjects(a.object, b.object));
}

function Findings({ report }: { readonly report: AuditReport }): ReactNode {
  const { severity, auditRules = NO_RULES, namespaces, words = '' } = useView();
  const shown = useMemo(
    () => matching(inOrder(report.findings), { severity, auditRules, namespaces, words }),
    [report, severity, auditRules, namespaces, words],
  );
  const [listed, more] = useShortened(
    useMemo(() => alikeFindings(shown), [shown]),
    'cards',
    PAGE,
  );
  return (
    <>
      <p className="soft" role="status">
        {counted(report.objects, 'object')} checked, {describeFindings(report.findings)}
        {shown.length > 0 &&
          shown.length < report.findings.length &&
          `, ${formatCount(shown.length)} shown`}
        .
        {report.leftOut !== undefined &&
          ` ${counted(report.leftOut, 'more finding is', 'more findings are')} not shown here: run gcscope audit for one namespace or kind.`}
        <NotVerified references={report.unverified ?? 0} />
        {report.unread.length > 0 &&
          ` gcscope cannot read these kinds, so it did not check references to them: ${joined(report.unread)}.`}
        {report.findings.length > 0 &&
          ' gcscope changes nothing: copy a command and run it yourself.'}
      </p>
      {report.findings.length > 0 && <Filters findings={report.findings} />}
      {report.findings.length === 0 && (
        <p className="message">
          Every owner reference is valid, and every finalizer has a controller that removes it.
        </p>
      )}
      {report.findings.length > 0 && shown.length === 0 && (
        <NoMatch count={report.findings.length} noun="finding" all={NOTHING_CHOSEN} />
      )}
      <ul className="report-cards">
        {listed.map((alike) => (
          <FindingCard key={alike.key} alike={alike} />
        ))}
      </ul>
      {more}
    </>
  );
}

/** Their objects are a press away, unless another reference decides about each. */
function NotVerified({ references }: { readonly references: number }): ReactNode {
  const objects = useLiveCounts().states.get('not-verified') ?? 0;
  if (references === 0) return null;
  const words = `${counted(references, 'reference is', 'references are')} not verified`;
  return (
    <>
      {' '}
      {objects === 0 ? (
        words
      ) : (
        <ViewLink
          className="text-link"
          page={{ page: 'map' }}
          change={{ ...NO_FILTER, states: ['not-verified'], view: 'list' }}
        >
          {words}
        </ViewLink>
      )}
      : gcscope has no current data on the kind of the owner.
    </>
  );
}

interface Chosen {
  readonly severity: Severity | undefined;
  readonly auditRules: readonly AuditRule[];
  readonly namespaces: readonly string[];
  readonly words: string;
}

function matching(
  findings: readonly Finding[],
  { severity, auditRules, namespaces, words }: Chosen,
): readonly Finding[] {
  const wanted = searchWords(words);
  return filterFindings(findings, {
    ...(severity && { severity }),
    ...(auditRules.length > 0 && { rules: auditRules }),
    ...(namespaces.length > 0 && { namespaces }),
  }).filter(({ object }) => hasWords(object, wanted));
}

/** Links that toggle a filter; each counts the findings that match it and the filters of the other groups. */
function Filters({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const { severity, auditRules = NO_RULES, namespaces, words = '' } = useView();
  const chosen = { severity, auditRules, namespaces, words };
  const bySeverity = matching(findings, { ...chosen, severity: undefined });
  const byRule = matching(findings, { ...chosen, auditRules: [] });
  const byNamespace = matching(findings, { ...chosen, namespaces: [] });
  return (
    <PageFilters active={(severity === undefined ? 0 : 1) + auditRules.length + namespaces.length}>
      <ChipGroup
        word="Severity"
        chips={SEVERITIES.map((each) => ({
          id: each,
          word: each,
          sign: <SeveritySign severity={each} />,
          count: bySeverity.filter((finding) => finding.severity === each).length,
          total: findings.filter((finding) => finding.severity === each).length,
          current: severity === each,
          change: { severity: severity === each ? undefined : each },
        }))}
      />
      <ChipGroup
        word="Finding"
        chips={AUDIT_RULES.map((rule) => ({
          id: rule,
          word: AUDIT_WORDS[rule],
          count: byRule.filter((finding) => finding.rule === rule).length,
          total: findings.filter((finding) => finding.rule === rule).length,
          current: auditRules.includes(rule),
          change: { auditRules: toggled(auditRules, rule) },
        }))}
      />
      <NamespaceChips
        counts={countEach(byNamespace.map(({ object }) => object.namespace))}
        choices={new Set(findings.map(({ object }) => object.namespace)).size}
      />
    </PageFilters>
  );
}
