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
  joined,
  type Severity,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo, useState } from 'react';
import { useView } from '../address/navigation.tsx';
import { AUDIT_PATH, auditQuery } from '../data/api.ts';
import { toggled } from '../data/selection.ts';
import { useReport } from '../data/use-report.ts';
import { ChipGroup } from '../ui/Chip.tsx';
import { Command } from '../ui/Command.tsx';
import { NamespaceChips, namespaceCounts } from '../ui/NamespaceChips.tsx';
import { NoMatch } from '../ui/NoMatch.tsx';
import { ObjectLink } from '../ui/ObjectLink.tsx';
import { usePrinting } from '../ui/printing.ts';
import { ReportPage } from '../ui/ReportPage.tsx';
import { RuleLink } from '../ui/RuleLink.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { SeveritySign } from '../ui/SeveritySign.tsx';
import { useShortened } from '../ui/use-shortened.tsx';
import { useWide } from '../ui/use-wide.ts';
import { type EqualFindings, equalKey, joinEqual } from './equal-findings.ts';

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
    () => matching(report.findings, { severity, auditRules, namespaces }),
    [report, severity, auditRules, namespaces],
  );
  const [listed, more] = useShortened(
    useMemo(() => joinEqual(shown), [shown]),
    'cards',
    PAGE,
  );
  return (
    <>
      <p className="soft" role="status">
        {counted(report.objects, 'object')} checked, {describeFindings(report.findings)}
        {shown.length < report.findings.length && `, ${formatCount(shown.length)} shown`}.
        {report.leftOut !== undefined &&
          ` ${counted(report.leftOut, 'more finding is', 'more findings are')} not shown here: run gcscope audit for one namespace or kind.`}
        {report.unread.length > 0 &&
          ` gcscope cannot read these kinds, so it did not check references to them: ${joined(report.unread)}.`}
        {report.findings.length > 0 &&
          ' gcscope changes nothing: copy a command and run it yourself.'}
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
      <ul className="report-cards">
        {listed.map((equal) => (
          <FindingCard
            key={equal.length > 1 ? equalKey(equal[0]) : keyOf(equal[0])}
            findings={equal}
          />
        ))}
      </ul>
      {more}
    </>
  );
}

interface Chosen {
  readonly severity: Severity | undefined;
  readonly auditRules: readonly AuditRule[];
  readonly namespaces: readonly string[];
}

function matching(
  findings: readonly Finding[],
  { severity, auditRules, namespaces }: Chosen,
): readonly Finding[] {
  return filterFindings(findings, {
    ...(severity && { severity }),
    ...(auditRules.length > 0 && { rules: auditRules }),
    ...(namespaces.length > 0 && { namespaces }),
  });
}

/** Links that toggle a filter; each counts the findings that match it and the filters of the other groups. */
function Filters({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const { severity, auditRules = NO_RULES, namespaces } = useView();
  const chosen = { severity, auditRules, namespaces };
  const bySeverity = matching(findings, { ...chosen, severity: undefined });
  const byRule = matching(findings, { ...chosen, auditRules: [] });
  const byNamespace = matching(findings, { ...chosen, namespaces: [] });
  return (
    <nav className="chips" aria-label="Filters">
      <ChipGroup
        word="Severity"
        chips={SEVERITIES.map((each) => ({
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
          word: AUDIT_WORDS[rule],
          count: byRule.filter((finding) => finding.rule === rule).length,
          total: findings.filter((finding) => finding.rule === rule).length,
          current: auditRules.includes(rule),
          change: { auditRules: toggled(auditRules, rule) },
        }))}
      />
      <NamespaceChips
        counts={namespaceCounts(byNamespace.map(({ object }) => object.namespace))}
        choices={namespaceCounts(findings.map(({ object }) => object.namespace)).size}
      />
    </nav>
  );
}

/** The fault, its effect, and the fix; below them the other objects with the same finding. */
function FindingCard({
  findings: [finding, ...others],
}: {
  readonly findings: EqualFindings;
}): ReactNode {
  const { severity, rule, object, text, effect, rules } = finding;
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
      <div className="report-text">
        <p>
          <Sentence text={text} />
        </p>
        <p className="finding-effect">
          <Sentence text={effect} />{' '}
          {rules.map((each) => (
            <RuleLink key={each} rule={each} />
          ))}
        </p>
      </div>
      <Fix patch={finding.patch} isOpen={useWide()} />
      {others.length > 0 && <Others findings={others} />}
    </li>
  );
}

interface FixProps extends Pick<Finding, 'patch'> {
  /** Unfolded at first. */
  readonly isOpen?: boolean;
}

function Fix({ patch, isOpen = false }: FixProps): ReactNode {
  return (
    <details className="report-advice" open={isOpen}>
      <summary>Fix</summary>
      <p className="soft">
        <Sentence text={patch.risk} />
      </p>
      <Command text={patch.command} what="the kubectl command" />
    </details>
  );
}

/** The other objects with the same finding, each with its fix; listed once they are opened, as they may be thousands. */
function Others({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const printing = usePrinting();
  const [listed, more] = useShortened(findings, 'objects', PAGE);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The same for {counted(findings.length, 'more object')}</summary>
      {(isOpen || printing) && (
        <>
          <ul className="finding-others">
            {listed.map((finding) => (
              <li key={keyOf(finding)}>
                <ObjectLink object={finding.object} />
                <p>
                  <Sentence text={finding.text} />
                </p>
                <Fix patch={finding.patch} />
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </details>
  );
}

function keyOf({ id, object }: Finding): string {
  return `${id} ${object.uid}`;
}
