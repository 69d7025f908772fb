import { counted, formatCount } from '../meta/format-count.ts';
import type { ObjectReference, OwnerReference } from '../meta/object-reference.ts';
import type { Sentence } from '../meta/sentence.ts';
import { REFERENCE_FINDINGS, type VerdictTime } from './node-record.ts';

/** The words for each rule, as short as a card needs them: the same on cards, in lists and among the findings of a page and a command. */
export const AUDIT_WORDS = {
  dangling: 'owner is missing',
  'stale-uid': 'owner was replaced',
  'wrong-kind': 'wrong owner kind',
  'wrong-name': 'wrong owner name',
  'wrong-version': 'wrong owner version',
  'cross-namespace': 'owner in other namespace',
  'cluster-child-of-namespaced': 'owner is namespaced',
  unresolvable: 'owner kind not served',
  'misspelt-kind': 'misspelt kind',
  'two-controllers': 'two controllers',
  'duplicate-uid': 'same uid twice',
  cycle: 'cycle of owners',
  'unhandled-finalizer': 'finalizer without a controller',
  'owner-vanishing': 'owner about to be deleted',
} as const satisfies Readonly<Record<string, string>>;

/** A check of the audit, by the name that `--fail-on` takes. `Finding.rules` are others: ids in SPEC.md of what the collector does. */
export type AuditRule = keyof typeof AUDIT_WORDS;

/** All audit rules: those on one reference first. */
export const AUDIT_RULES = Object.keys(AUDIT_WORDS) as readonly AuditRule[];

/** The worst first. */
export const SEVERITIES = ['error', 'warning'] as const;

/** `error`: an object is deleted, or a deletion never ends, because of it. `warning`: everything else. */
export type Severity = (typeof SEVERITIES)[number];

/** A change to copy: nothing is sent by this program. */
export interface Patch {
  /** A JSON patch (RFC 6902), as one line. It tests what it changes, so it does nothing to an object that changed meanwhile. */
  readonly body: string;
  /** The kubectl command line that sends it. */
  readonly command: string;
  /** Side effects, in one sentence. */
  readonly risk: Sentence;
}

/** One fault of one object, with what fixes it. */
export interface Finding {
  /** The same in every run and for an object that was created again under its name: what a baseline keeps. */
  readonly id: string;
  readonly rule: AuditRule;
  readonly severity: Severity;
  readonly object: ObjectReference;
  /** The reference it is about, as it stands. */
  readonly reference?: OwnerReference;
  /** The owner that had the uid of the reference in another place, under another kind or name, and that is removed now. */
  readonly removedOwner?: ObjectReference;
  readonly finalizer?: string;
  /** The fault, in one sentence. */
  readonly text: Sentence;
  /** When the collector acts on it; absent: it never does, or it cannot be told. */
  readonly when?: VerdictTime;
  /** The act of the collector, in one sentence: "The collector deletes the object when it restarts." */
  readonly effect: Sentence;
  /** The reference that the effect is about, where it is another one that keeps the object. */
  readonly keptBy?: OwnerReference;
  /** Ids of the rules in SPEC.md by which the collector acts; `rule` is the check of the audit. */
  readonly rules: readonly string[];
  readonly patch: Patch;
}

/** The result of an audit. */
export interface AuditReport {
  readonly findings: readonly Finding[];
  /** Number of findings that are not listed; narrow the question to see them. */
  readonly leftOut?: number;
  /** Objects that were looked at. */
  readonly objects: number;
  /** References that are not verified: gcscope cannot read the kind of the owner, or has not observed it since they were made. */
  readonly unverified?: number;
  /** Kinds that could not be read, as `<Kind>.<group>`: nothing is said about references to them. */
  readonly unread: readonly string[];
}

/** Limits on findings; an absent one does not restrict. */
export interface FindingFilter {
  readonly namespaces?: readonly string[] | undefined;
  /** `Pod` or `Widget.example.com`. */
  readonly kinds?: readonly string[] | undefined;
  readonly severity?: Severity | undefined;
  readonly rules?: readonly AuditRule[] | undefined;
  /** Ids of findings that are known already: they are left out. */
  readonly baseline?: ReadonlySet<string> | undefined;
}

/** The findings that pass the filter, in their order. */
export function filterFindings(findings: readonly Finding[], filter: FindingFilter): Finding[] {
  const { namespaces, kinds, severity, rules, baseline } = filter;
  return findings.filter(
    ({ id, object, rule, ...finding }) =>
      (namespaces === undefined || namespaces.includes(object.namespace)) &&
      (kinds === undefined || kinds.some((kind) => isOfKind(object, kind))) &&
      (severity === undefined || finding.severity === severity) &&
      (rules === undefined || rules.includes(rule)) &&
      !baseline?.has(id),
  );
}

/**
 * `4 with a wrong reference; 6 findings in all`, behind a number of objects: the map and the menu count objects with a wrong reference;
 * an object may have several findings, and others.
 */
export function describeFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'no findings';
  const wrong = countObjects(findings.filter(({ rule }) => isReferenceFinding(rule)));
  const all = counted(findings.length, 'finding');
  if (wrong === 0) return `${all} on ${counted(countObjects(findings), 'object')}`;
  const text = `${formatCount(wrong)} with a wrong reference`;
  return wrong === findings.length ? text : `${text}; ${all} in all`;
}

/** Whether the rule is about a wrong reference, which a map marks. */
export function isReferenceFinding(rule: AuditRule): boolean {
  return REFERENCE_FINDINGS.some((fault) => fault === rule);
}

/** Counts the objects of the findings; an object may have several findings. */
export function countObjects(findings: readonly Finding[]): number {
  return new Set(findings.map(({ object }) => object.uid)).size;
}

function isOfKind({ apiVersion, kind }: ObjectReference, wanted: string): boolean {
  const slash = apiVersion.indexOf('/');
  return wanted === kind || (slash >= 0 && wanted === `${kind}.${apiVersion.slice(0, slash)}`);
}
