import '../ui/report.css';
import {
  AUDIT_RULES,
  type AuditReport,
  type AuditRule,
  describeFindings,
  type Finding,
  filterFindings,
  type Severity,
} from '@gcscope/gc-core/wire';
import { type ReactNode, useMemo, useState } from 'react';
import { useView, ViewLink, type ViewLinkProps } from '../address/navigation.tsx';
import type { ViewSearch } from '../address/view-search.ts';
import { auditQuery } from '../data/api.ts';
import { useReport } from '../data/use-report.ts';
import { IfRead } from '../ui/IfRead.tsx';
import { ListMore } from '../ui/ListMore.tsx';
import { FindingCard } from './FindingCard.tsx';
import { FAULT_WORDS } from './fault-words.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning'];
/** Cards drawn at once; the rest is a press away and counted. */
const PAGE = 100;
const NOTHING_CHOSEN = { severity: undefined, auditRules: undefined, namespaces: [] };

/** The standing audit: what is wrong with references and finalizers, worst first, with patches to copy. */
export function FindingsPage(): ReactNode {
  const { answer, error } = useReport(auditQuery());
  return (
    <main className="stage report">
      <title>Findings · gcscope</title>
      <h1>Findings</h1>
      {answer ? (
        <IfRead>
          <Findings report={answer} />
        </IfRead>
      ) : (
        <p role="status">{error ? error.message : 'Looking at every object…'}</p>
      )}
    </main>
  );
}

function Findings({ report }: { readonly report: AuditReport }): ReactNode {
  const { severity, faults: asked, namespaces } = useFilter();
  const [most, setMost] = useState(PAGE);
  const shown = useMemo(
    () =>
      filterFindings(report.findings, {
        ...(severity && { severity }),
        ...(asked.length > 0 && { rules: asked }),
        ...(namespaces.length > 0 && { namespaces }),
      }),
    [report, severity, asked, namespaces],
  );
  return (
    <>
      <p className="soft" role="status">
        {report.objects.toLocaleString('en')} objects looked at, {describeFindings(report.findings)}
        {shown.length < report.findings.length && `, ${shown.length} shown`}.
        {report.unread.length > 0 &&
          ` Not read, so nothing is said about references to them: ${report.unread.join(', ')}.`}
      </p>
      <Filters findings={report.findings} />
      {report.findings.length === 0 && (
        <p className="message">
          Every owner reference holds, and every finalizer has somebody who removes it.
        </p>
      )}
      {report.findings.length > 0 && shown.length === 0 && (
        <div className="message">
          <p>
            None of the {report.findings.length.toLocaleString('en')} findings matches the filters.
          </p>
          <ViewLink className="button" change={NOTHING_CHOSEN}>
            Show all findings
          </ViewLink>
        </div>
      )}
      <ul className="findings">
        {shown.slice(0, most).map((finding) => (
          <FindingCard key={`${finding.id} ${finding.object.uid}`} finding={finding} />
        ))}
      </ul>
      <ListMore
        listed={most}
        total={shown.length}
        what="findings"
        page={PAGE}
        onMore={() => setMost(most + PAGE)}
      />
    </>
  );
}

interface Filter extends Pick<ViewSearch, 'namespaces'> {
  readonly severity: Severity | undefined;
  readonly faults: readonly AuditRule[];
}

/** The same lists as long as they say the same, whatever else of the address changes. */
function useFilter(): Filter {
  const { severity, auditRules = [], namespaces } = useView();
  const key = JSON.stringify([severity, auditRules, namespaces]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists are new with each address, the key is not.
  return useMemo(() => ({ severity, faults: auditRules, namespaces }), [key]);
}

/** What is there, counted; each a link that shows only that, or everything again. */
function Filters({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const { severity, auditRules = [], namespaces } = useView();
  const count = (holds: (finding: Finding) => boolean): number => findings.filter(holds).length;
  // A chosen one that has no findings has to be there, or nobody could let go of it.
  const all = [...findings.map(({ object }) => object.namespace), ...namespaces];
  const inFindings = [...new Set(all)].sort();
  return (
    <nav className="finding-filters" aria-label="Filters">
      {SEVERITIES.map((each) => (
        <Chip
          key={each}
          word={each}
          count={count((finding) => finding.severity === each)}
          current={severity === each}
          change={{ severity: severity === each ? undefined : each }}
        />
      ))}
      {AUDIT_RULES.map((rule) => (
        <Chip
          key={rule}
          word={FAULT_WORDS[rule]}
          count={count((finding) => finding.rule === rule)}
          current={auditRules.includes(rule)}
          change={{ auditRules: toggled(auditRules, rule) }}
        />
      ))}
      {inFindings.length > 1 &&
        inFindings.map((namespace) => (
          <Chip
            key={`in ${namespace}`}
            word={namespace === '' ? 'cluster-scoped' : `in ${namespace}`}
            count={count(({ object }) => object.namespace === namespace)}
            current={namespaces.includes(namespace)}
            change={{ namespaces: toggled(namespaces, namespace) }}
          />
        ))}
    </nav>
  );
}

interface ChipProps {
  readonly word: string;
  readonly count: number;
  readonly current: boolean;
  readonly change: NonNullable<ViewLinkProps['change']>;
}

function Chip({ word, count, current, change }: ChipProps): ReactNode {
  if (count === 0 && !current) return null;
  return (
    <ViewLink className="chip" current={current} change={change}>
      {word} <b>{count}</b>
    </ViewLink>
  );
}

function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
}
