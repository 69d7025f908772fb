import {
  type AuditRule,
  code,
  countObjects,
  type Finding,
  formatCount,
  plainText,
  pluralOf,
  type Sentence,
  type SentencePart,
  say,
} from '@gcscope/gc-core/wire';
import { ofEach } from '../../ui/of-each.ts';

type Findings = readonly [Finding, ...Finding[]];

/** Describes several objects; `does` is the verb for one or for more. */
type DescribeGroup = (
  objects: string,
  does: (one: string, several: string) => string,
  about: { readonly finding: Finding; readonly owner: SentencePart | undefined },
) => Sentence;

/** The sentence on one object, for several of them: differing parts stand beside each. */
const DESCRIBE_GROUP: Readonly<Record<AuditRule, DescribeGroup>> = {
  dangling: (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner that the collector does not find.`,
  'stale-uid': (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner that has another uid.`,
  'wrong-kind': (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner under a wrong kind.`,
  'wrong-name': (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner under a wrong name.`,
  'wrong-version': (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner with a wrong API version.`,
  'cross-namespace': (objects, does, { owner }) =>
    say`${objects} ${does('names', 'name')} an owner outside ${does('its', 'their')} namespace${owner ? say`: ${owner}` : ''}.`,
  'cluster-child-of-namespaced': (objects, does) =>
    say`${objects} ${does('names', 'name')} a namespaced owner, which a cluster-scoped object cannot have.`,
  unresolvable: (objects, does, { finding: { reference } }) =>
    say`${objects} ${does('names', 'name')} an owner of a kind that the API server does not serve${reference ? `: ${reference.kind} in ${reference.apiVersion}` : ''}.`,
  'misspelt-kind': (objects, does) =>
    say`${objects} ${does('names', 'name')} an owner with a misspelt kind.`,
  'two-controllers': (objects, does) =>
    say`${objects} ${does('has', 'have')} several references that say ${code('controller: true')}, but an object has only one controller.`,
  'duplicate-uid': (objects, does) =>
    say`${objects} ${does('has', 'have')} several references with the same uid.`,
  cycle: (objects, does) =>
    say`${objects} ${does('owns itself', 'own themselves')} through others: their owner references make a cycle.`,
  'unhandled-finalizer': (objects, does, { finding: { finalizer = '', text } }) =>
    // The sentence on one object says behind the finalizer who has to remove it.
    say`${objects} ${does('has', 'have')} the finalizer ${code(finalizer)}${text.slice(text.findLastIndex(({ type }) => type === 'code') + 1)}`,
  'owner-vanishing': (objects) => say`The owners of ${objects} will be deleted.`,
};

/** Rules whose sentence on one object stands for that object alone, whatever differs. */
const ABOUT_ONE: ReadonlySet<AuditRule> = new Set<AuditRule>([
  ...(['two-controllers', 'duplicate-uid', 'cycle'] as const),
  ...(['unhandled-finalizer', 'owner-vanishing'] as const),
]);

/** The finding of several objects; `common`: their sentences as one, cut where they differ. */
export function describeGroup(findings: Findings, common: Sentence): Sentence {
  const [finding] = findings;
  const { rule, object } = finding;
  const isCut = common.some((part, at) => isCutPart(part, finding.text[at]));
  if (!isCut && !ABOUT_ONE.has(rule)) return eachOf(finding, common, finding.text);
  const count = countObjects(findings);
  const does = (one: string, several: string): string => (count === 1 ? one : several);
  const objects = `${formatCount(count)} ${does(object.kind, pluralOf(object.kind))}`;
  const at = common.findLastIndex(({ type }) => type === 'object');
  const owner = isCutPart(common[at], finding.text[at]) ? undefined : common[at];
  return DESCRIBE_GROUP[rule](objects, does, { finding, owner });
}

/** The effect on one object, rewritten for each of several: a differing name becomes "an object of its kind". */
export function eachOf({ object }: Finding, common: Sentence, whole: Sentence): Sentence {
  const named = common.map((part, at): SentencePart => {
    if (part.type !== 'object' || !isCutPart(part, whole[at])) return part;
    const isStart = /(?:^|\. )$/.test(textBefore(common, at));
    return { type: 'text', text: aOf(part.object.kind, isStart) };
  });
  return ofEach(named, object.kind);
}

function textBefore(sentence: Sentence, at: number): string {
  const part = sentence[at - 1];
  if (part === undefined) return '';
  return part.type === 'text' ? part.text : plainText([part]);
}

/** `a Deployment`, `An Ingress` */
function aOf(kind: string, isStart: boolean): string {
  return `${isStart ? 'A' : 'a'}${/^[aeiou]/i.test(kind) ? 'n' : ''} ${kind}`;
}

/** Whether the part leaves out text of `whole` that differs among several findings. */
function isCutPart(part: SentencePart | undefined, whole: SentencePart | undefined): boolean {
  if (part?.type === 'object' && whole?.type === 'object')
    return part.object.name !== whole.object.name;
  return part?.type === 'code' && whole?.type === 'code' && part.text !== whole.text;
}
