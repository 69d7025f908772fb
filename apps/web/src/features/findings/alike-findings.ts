import {
  type Finding,
  groupBy,
  type NamedInSentence,
  plainText,
  type Sentence,
  type SentencePart,
} from '@gcscope/gc-core/wire';

/** One mistake in one object or in many, as one chart makes it in each namespace where it is installed. */
export interface AlikeFindings {
  /** The same for a mistake, however many of its findings are shown. */
  readonly key: string;
  readonly findings: readonly [Finding, ...Finding[]];
  /** What is wrong, what follows, and the risk of the fix: what differs among the findings is cut to `…`. */
  readonly text: Sentence;
  readonly effect: Sentence;
  readonly risk: Sentence;
}

/** Stands for what differs. */
const ELLIPSIS = '…';
/** What controllers and templates add to a name: `-2`, `-7d9f8c6b5`. Matches in one way only: with several, a hostile name takes forever. */
const SUFFIXES = /(?:-[a-z]*\d[a-z0-9]*)+$/;

/** The findings by their mistake, at the place of the first: the same sentences and fix, except for the names in them. */
export function alikeFindings(findings: readonly Finding[]): readonly AlikeFindings[] {
  return [...groupBy(findings, mistakeOf)].flatMap(([key, [first, ...others]]) => {
    if (!first) return [];
    const alike: AlikeFindings['findings'] = [first, ...others];
    return [
      {
        key,
        findings: alike,
        text: common(alike.map(({ text }) => text)),
        effect: common(alike.map(({ effect }) => effect)),
        risk: common(alike.map(({ patch }) => patch.risk)),
      },
    ];
  });
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
function common(sentences: readonly Sentence[]): Sentence {
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

/** Without what differs; then it is no longer one object. */
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

/** The names that a finding has in the gaps of the common sentences, each once, unless they are its object's own namespace. */
export function ownParts(finding: Finding, alike: AlikeFindings): Sentence {
  const { object } = finding;
  const own = (sentence: Sentence, common: Sentence): Sentence =>
    sentence.flatMap((part, at) => ownPart(part, common[at], object.namespace) ?? []);
  const parts = [...own(finding.text, alike.text), ...own(finding.effect, alike.effect)];
  return [...new Map(parts.map((part) => [plainText([part]), part])).values()];
}

/** What the common sentence leaves out of a part of it; `namespace`: where the finding is. */
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
