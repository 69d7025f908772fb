import {
  AUDIT_RULES,
  AUDIT_WORDS,
  type AuditReport,
  type AuditRule,
  describeFindings,
  type Finding,
  filterFindings,
  joined,
  type Severity,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo } from 'react';
import { useView } from '../address/navigation.tsx';
import { AUDIT_PATH, auditQuery } from '../data/api.ts';
import { toggled } from '../data/selection.ts';
import { useReport } from '../data/use-report.ts';
import { ChipGroup } from '../ui/Chip.tsx';
import { Command } from '../ui/Command.tsx';
import { counted, NamespaceChips } from '../ui/NamespaceChips.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { ReportPage } from '../ui/ReportPage.tsx';
import { RuleLink } from '../ui/RuleLink.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { SeveritySign } from '../ui/SeveritySign.tsx';
import { useShortened } from '../ui/use-shortened.tsx';

const SEVERITIES: readonly Severity[] = ['error', 'warning'];
/** Cards shown at once; a button counts and shows more. */
const PAGE = 100;
const NO_RULES: readonly AuditRule[] = [];
const NOTHING_CHOSEN = { severity: undefined, auditRules: undefined, namespaces: [] };

/** The audit of references and finalizers: all findings, errors first, with patches to copy. */
export function FindingsPage(): ReactNode {
  const report = useReport(auditQuery());
  return (
    <ReportPage title="Findings" json={AUDIT_PATH} report={report} waiting="Checking every object…">
      {(answer) => <Findings report={answer} />}
    </ReportPage>
  );
}

function Findings({ report }: { readonly report: AuditReport }): ReactNode {
  const { severity, auditRules = NO_RULES, namespaces } = useView();
  const shown = useMemo(
    () =>
      filterFindings(report.findings, {
        ...(severity && { severity }),
        ...(auditRules.length > 0 && { rules: auditRules }),
        ...(namespaces.length > 0 && { namespaces }),
      }),
    [report, severity, auditRules, namespaces],
  );
  const [listed, more] = useShortened(shown, 'findings', PAGE);
  return (
    <>
      <p className="soft" role="status">
        {report.objects.toLocaleString('en')} objects checked, {describeFindings(report.findings)}
        {shown.length < report.findings.length && `, ${shown.length} shown`}.
        {report.leftOut !== undefined &&
          ` ${report.leftOut.toLocaleString('en')} more were left out: use gcscope audit for a namespace or a kind.`}
        {report.unread.length > 0 &&
          ` References to kinds that could not be read are not checked: ${joined(report.unread)}.`}
      </p>
      <Filters findings={report.findings} />
      {report.findings.length === 0 && (
        <p className="message">
          Every owner reference is valid, and every finalizer has a controller that removes it.
        </p>
      )}
      {report.findings.length > 0 && shown.length === 0 && (
        <NoMatch count={report.findings.length} noun="finding" all={NOTHING_CHOSEN} />
      )}
      <ul className="findings">
        {listed.map((finding) => (
          <FindingCard key={`${finding.id} ${finding.object.uid}`} finding={finding} />
        ))}
      </ul>
      {more}
    </>
  );
}

/** Counts per severity, kind and namespace; each is a link that toggles the filter. */
function Filters({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const { severity, auditRules = [] } = useView();
  const count = (holds: (finding: Finding) => boolean): number => findings.filter(holds).length;
  return (
    <nav className="chips" aria-label="Filters">
      <ChipGroup
        word="Severity"
        chips={SEVERITIES.map((each) => ({
          word: each,
          severity: each,
          count: count((finding) => finding.severity === each),
          current: severity === each,
          change: { severity: severity === each ? undefined : each },
        }))}
      />
      <ChipGroup
        word="Finding"
        chips={AUDIT_RULES.map((rule) => ({
          word: AUDIT_WORDS[rule],
          count: count((finding) => finding.rule === rule),
          current: auditRules.includes(rule),
          change: { auditRules: toggled(auditRules, rule) },
        }))}
      />
      <NamespaceChips counts={counted(findings.map(({ object }) => object.namespace))} />
    </nav>
  );
}

/** One finding: the fault, its effect, and the fix. */
function FindingCard({ finding }: { readonly finding: Finding }): ReactNode {
  const { severity, rule, object, text, effect, rules, patch } = finding;
  return (
    <li className="card report-card finding" data-severity={severity}>
      <header className="wraps finding-head">
        <span className="finding-severity">
          <SeveritySign severity={severity} />
          {severity}
        </span>
        <ObjectLink object={object} />
        <span className="finding-rule">{AUDIT_WORDS[rule]}</span>
      </header>
      <p>
        <Sentence text={text} />
      </p>
      <p className="finding-effect">
        <Sentence text={effect} />{' '}
        {rules.map((each) => (
          <RuleLink key={each} rule={each} />
        ))}
      </p>
      <details>
        <summary>Fix</summary>
        <p className="soft">
          <Sentence text={patch.risk} /> gcscope changes nothing: copy the command and run it
          yourself.
        </p>
        <Command text={patch.command} what="the kubectl command" />
      </details>
    </li>
  );
}
