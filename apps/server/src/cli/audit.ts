import { kindName } from '@gcscope/gc-core';
import {
  AUDIT_RULES,
  AUDIT_WORDS,
  type AuditReport,
  type AuditRule,
  counted,
  describeFindings,
  type Finding,
  type FindingFilter,
  filterFindings,
  joined,
  type Severity,
} from '@gcscope/gc-core/wire';
import { parseJson } from '../base/parse-json.ts';
import { readTextFile } from '../base/read-file.ts';
import { auditGraph } from '../insight/cluster-audit.ts';
import type { CodedAnswer } from './answer-from.ts';
import type { ClusterRead } from './cluster-read.ts';
import { resourcesNamed } from './describe-object.ts';
import { type CommandError, EXIT, usageError } from './exit-codes.ts';
import { jsonOf, placed, printed, textOf } from './lines.ts';
import { requireNamespace } from './require-namespace.ts';

/** JSON of several times as many findings would not fit into one string. */
const MOST_FINDINGS = 100_000;

export interface AuditQuestion {
  readonly output: 'text' | 'json';
  /** `error`, `warning`, or audit rules joined by commas. */
  readonly failOn?: string | undefined;
  readonly only?: string | undefined;
  readonly kind?: readonly string[] | undefined;
  readonly severity?: Severity | undefined;
  /** Namespaces to restrict to. */
  readonly namespaces?: readonly string[] | undefined;
  /** File with an earlier answer as JSON: its findings are left out. */
  readonly baseline?: string | undefined;
}

/** Findings on references with the patch that fixes each. Ends with 1 for findings that `--fail-on` names. */
export async function auditText(read: ClusterRead, question: AuditQuestion): Promise<CodedAnswer> {
  const { output, failOn, only, kind, severity, namespaces, baseline } = question;
  const isFailure = failOn === undefined ? () => false : failing(failOn);
  const known = baseline === undefined ? undefined : readBaseline(baseline);
  const rules = only === undefined ? undefined : rulesIn(only, '--rules');
  const live = await read.live();
  const kinds = kind?.flatMap((word) => resourcesNamed(live, word).map(kindName));
  const filter: FindingFilter = { rules, kinds, severity, namespaces };
  for (const namespace of namespaces ?? []) requireNamespace(live, namespace);
  await read.probeOwners?.(live, live.graph.nodes());
  const report = await auditGraph(live, { filter, most: MOST_FINDINGS });
  const findings = filterFindings(report.findings, { baseline: known });
  // Findings that were left out may be some that `--fail-on` names.
  const hasFailed =
    findings.some(isFailure) || (failOn !== undefined && report.leftOut !== undefined);
  const filtered: AuditReport = { ...report, findings };
  return {
    text: output === 'json' ? jsonOf('Audit', filtered) : textOf(linesOf(filtered)),
    exitCode: hasFailed ? EXIT.no : EXIT.answered,
  };
}

/** A severity stands for itself and what is worse; rules for themselves. */
function failing(words: string): (finding: Finding) => boolean {
  if (words === 'warning') return () => true;
  if (words === 'error') return ({ severity }) => severity === 'error';
  const rules = new Set(rulesIn(words, '--fail-on'));
  return ({ rule }) => rules.has(rule);
}

function rulesIn(words: string, option: string): AuditRule[] {
  const known: ReadonlyMap<string, AuditRule> = new Map(AUDIT_RULES.map((rule) => [rule, rule]));
  return words.split(',').map((word) => {
    const rule = known.get(word.trim());
    if (rule) return rule;
    const also = option === '--fail-on' ? 'error, warning, ' : '';
    throw usageError(`${option} does not know ${word}. Known: ${also}${AUDIT_RULES.join(', ')}.`);
  });
}

function readBaseline(file: string): ReadonlySet<string> {
  const wrong = (why: string): CommandError =>
    usageError(`The baseline ${file} ${why}; write one with gcscope audit -o json > FILE.`);
  const findings = findingsIn(readTextFile(file, (why) => wrong(`cannot be read (${why})`)));
  if (!findings) throw wrong('is not output of gcscope audit -o json');
  return new Set(findings);
}

function findingsIn(text: string): string[] | undefined {
  const findings = (parseJson(text) as { findings?: unknown } | null | undefined)?.findings;
  if (!Array.isArray(findings)) return undefined;
  const ids = findings.map((each: { id?: unknown } | null) => each?.id);
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}

function linesOf({ findings, leftOut, objects, unverified = 0, unread }: AuditReport): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return [
    ...findings.flatMap(findingLines),
    `${counted(objects, 'object')} checked, ${describeFindings(findings)}: ${counted(errors, 'error')}, ${counted(findings.length - errors, 'warning')}.`,
    ...(leftOut === undefined
      ? []
      : [`${counted(leftOut, 'more finding')} left out: choose a namespace, a kind or a rule.`]),
    ...(unverified > 0
      ? [
          `${counted(unverified, 'reference is', 'references are')} not verified: gcscope has no current data on the kind of the owner.`,
        ]
      : []),
    ...(unread.length > 0
      ? [
          `gcscope cannot read these kinds, so it did not check references to them: ${joined(unread)}.`,
        ]
      : []),
  ];
}

function findingLines({ severity, rule, object, text, effect, rules, patch }: Finding): string[] {
  return [
    `${severity}: ${placed(object)}: ${AUDIT_WORDS[rule]}  (${rule})`,
    `  ${printed(text)}`,
    `  ${printed(effect)}  (${rules.join(', ')})`,
    `  $ ${patch.command}`,
    `  ${printed(patch.risk)}`,
    '',
  ];
}
