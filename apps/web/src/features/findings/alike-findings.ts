import {
  type AuditRule,
  type Finding,
  groupBy,
  joinSentences,
  type NamedInSentence,
  plainText,
  type Sentence,
  type SentencePart,
  say,
} from '@gcscope/gc-core/wire';
import { describeGroup, eachOf } from './describe-group.ts';

/** The finding, its effect, and the risk of the fix. */
interface Texts {
  readonly text: Sentence;
  readonly effect: Sentence;
  readonly risk: Sentence;
}

/** A mistake in one object or in many, as one chart makes it in each namespace where it is installed; its texts are about all of them. */
export interface AlikeFindings extends Texts {
  /** Key of the mistake: the same however many of its findings are shown. */
  readonly key: string;
  readonly findings: readonly [Finding, ...Finding[]];
  /** The texts of the findings: differing parts are cut to `…`. */
  readonly common: Texts;
}

/** Stands for a differing part. */
const ELLIPSIS = '…';
/** Suffixes that controllers and templates add to a name: `-2`, `-7d9f8c6b5`. Matches in one way only: with several, a hostile name takes forever. */
const SUFFIXES = /(?:-[a-z]*\d[a-z0-9]*)+$/;

/** The findings by their mistake, at the place of the first: the same sentences and fix, except for the names in them. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  return [...groupBy(findings, mistakeOf)].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const alike: AlikeFindings['findings'] = [first, ...others];
    const common = {
      text: commonOf(alike.map(({ text }) => text)),
      effect: commonOf(alike.map(({ effect }) => effect)),
      risk: commonOf(alike.map(({ patch }) => patch.risk)),
    };
    return [{ key, findings: alike, common, ...textsOf(alike, common) }];
  });
}

function textsOf(findings: AlikeFindings['findings'], common: Texts): Texts {
  const [first] = findings;
  if (findings.length === 1) return common;
  return {
    text: describeGroup(findings, common.text),
    effect: eachOf(first, common.effect, first.effect),
    risk: eachOf(first, common.risk, first.patch.risk),
  };
}

function mistakeOf(finding: Finding): string {
  const { rule, severity, finalizer, object, reference, text, effect, rules, patch } = finding;
  return JSON.stringify([
    ...[rule, severity, finalizer, kindOf(object), reference && kindOf(reference)],
    ...[shapeOf(text), shapeOf(effect), shapeOf(patch.risk), rules],
  ]);
}

function kindOf({ apiVersion, kind }: Pick<Finding['object'], 'apiVersion' | 'kind'>): string {
  return `${apiVersion} ${kind}`;
}

/** A sentence without its names. */
function shapeOf(sentence: Sentence): readonly string[] {
  return sentence.map((part) => {
    if (part.type === 'object') return `object ${part.object.kind}`;
    return part.type === 'code' ? part.type : `${part.type} ${part.text}`;
  });
}

/** Sentences of one shape as one. */
function commonOf(sentences: readonly Sentence[]): Sentence {
  const [sentence = []] = sentences;
  return sentence.map((first, at) =>
    commonPart(
      first,
      sentences.flatMap((each) => each[at] ?? []),
    ),
  );
}

function commonPart(first: SentencePart, parts: readonly SentencePart[]): SentencePart {
  if (first.type === 'object') {
    const objects = parts.flatMap((part) => (part.type === 'object' ? part.object : []));
    return { type: 'object', object: commonObject(first.object, objects) };
  }
  const isSame = parts.every((part) => part.type === first.type && part.text === first.text);
  return isSame ? first : { ...first, text: ELLIPSIS };
}

/** The object without its differing parts; then it is no longer one object. */
function commonObject(
  object: NamedInSentence,
  objects: readonly NamedInSentence[],
): NamedInSentence {
  const { kind, namespace } = object;
  const differ = objects.some(
    (each) =>
      each.uid !== object.uid || each.name !== object.name || each.namespace !== object.namespace,
  );
  if (!differ) return object;
  const isOneNamespace = objects.every((each) => each.namespace === namespace);
  return {
    ...{ kind, namespace: isOneNamespace ? namespace : '' },
    name: commonName(objects.map(({ name }) => name)),
  };
}

/** `web`, or `web…` where only numbers at the end differ. */
export function commonName(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.every((name) => name === first)) return first;
  const stem = stemOf(first);
  return names.every((name) => stemOf(name) === stem) ? stem + ELLIPSIS : ELLIPSIS;
}

function stemOf(name: string): string {
  return name.replace(SUFFIXES, '');
}

/** The part of a finding that its card's texts leave open: "names `api-server`, the uid is that of Deployment `api`". */
export function ownText(finding: Finding, { common }: AlikeFindings): Sentence {
  const { object, rule, text, effect, keptBy, removedOwner } = finding;
  const own = (sentence: Sentence, said: Sentence): readonly (SentencePart | undefined)[] =>
    sentence.map((part, at) =>
      isObject(part, object) ? undefined : ownPart(part, said[at], object.namespace),
    );
  const inText = own(text, common.text);
  const inEffect = own(effect, common.effect).filter((part) => part !== undefined);
  if (!inText.some(Boolean)) return inEffect.length > 0 ? namesIn(finding, inEffect) : [];
  if (WHOLE.has(rule)) return text;
  const at = text.findIndex(({ type }) => type === 'object');
  const asked = inText[at];
  const bearer = inText.find((part, index) => index > at && part?.type === 'object');
  const said = new Set([asked, bearer].map((part) => part && plainText([part])));
  const others = inEffect.filter((part) => !said.has(plainText([part])));
  return joinSentences(
    [
      asked ? say`names ${bearer ? nameIn(asked) : asked}` : [],
      bearer ? say`the uid ${removedOwner ? 'was' : 'is'} that of ${bearer}` : [],
      keptBy ? namesIn(finding, others) : [],
    ].filter(({ length }) => length > 0),
    ', ',
  );
}

/** Rules whose own sentence is short, and says of the object more than a name. */
const WHOLE: ReadonlySet<AuditRule> = new Set<AuditRule>(['stale-uid', 'cycle', 'owner-vanishing']);

function isObject(part: SentencePart, { kind, namespace, name }: Finding['object']): boolean {
  if (part.type !== 'object') return false;
  const { object } = part;
  return object.kind === kind && object.namespace === namespace && object.name === name;
}

/** The names in the effect of a finding, each once. */
function namesIn({ keptBy }: Finding, parts: readonly SentencePart[]): Sentence {
  const names = [...new Map(parts.map((part) => [plainText([part]), [part]])).values()];
  if (names.length === 0) return [];
  return say`${keptBy ? 'another reference names' : 'names'} ${joinSentences(names, ', ', ' and ')}`;
}

/** The part of a sentence with an object's name, without its kind. */
function nameIn(part: SentencePart): SentencePart {
  return part.type === 'object' ? { type: 'code', text: part.object.name } : part;
}

/** The part of a sentence that the common sentence leaves out; `namespace`: that of the finding. */
function ownPart(
  part: SentencePart,
  said: SentencePart | undefined,
  namespace: string,
): SentencePart | undefined {
  if (part.type === 'code') {
    const isSaid = said?.type === 'code' && said.text === part.text;
    return isSaid || part.text === namespace ? undefined : part;
  }
  if (part.type !== 'object' || said?.type !== 'object') return undefined;
  const { object } = part;
  const isElsewhere = object.namespace !== namespace;
  const isSaid =
    object.name === said.object.name &&
    (object.namespace === said.object.namespace || !isElsewhere);
  if (isSaid) return undefined;
  return isElsewhere ? part : { type: 'object', object: { ...object, namespace: '' } };
}
