import { objectName } from './object-name.ts';
import type { ObjectReference, Uid } from './object-reference.ts';

/** The object that a sentence names; the uid is empty where only the name is known. */
export interface NamedInSentence {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid?: Uid;
}

/** A piece of a sentence. Names from a cluster are parts of their own: a reader does not have to find them in a text. */
export type SentencePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'object'; readonly object: NamedInSentence }
  /** A finalizer, a field, a command: shown as it stands. */
  | { readonly type: 'code'; readonly text: string }
  /** The id of the rule that decides. */
  | { readonly type: 'rule'; readonly text: string };

/** A sentence for people, in parts that a page links and a terminal prints. */
export type Sentence = readonly SentencePart[];

/** A finalizer, a field or a command in a sentence. */
export function code(text: string): SentencePart {
  return { type: 'code', text };
}

/** The id of a rule in a sentence: a page links it to the text of the rule. */
export function rule(text: string): SentencePart {
  return { type: 'rule', text };
}

/** Builds a sentence: `say`Stays, because ${owner} lives.`` Objects become parts; texts and numbers join the words around them. */
export function say(
  words: TemplateStringsArray,
  ...values: readonly (string | number | NamedInSentence | SentencePart | Sentence)[]
): Sentence {
  const parts: SentencePart[] = [];
  for (const [at, text] of words.entries()) {
    add(parts, { type: 'text', text });
    const value = values[at];
    if (value === undefined) continue;
    if (typeof value === 'string' || typeof value === 'number') {
      add(parts, { type: 'text', text: String(value) });
    } else if (isList(value)) {
      for (const part of value) add(parts, part);
    } else {
      add(parts, 'type' in value ? value : { type: 'object', object: namesOnly(value) });
    }
  }
  return parts;
}

/** A text of this program as a sentence: what stands in backticks becomes code. */
export function sentenceOf(text: string): Sentence {
  return text
    .split('`')
    .map((piece, at) => (at % 2 === 0 ? ({ type: 'text', text: piece } as const) : code(piece)));
}

/** The sentence as one text, which sets names apart: objects as "Pod `shop/web-x`", code in backticks, rules in brackets. */
export function plainText(sentence: Sentence): string {
  return sentence.map(partText).join('');
}

/** The sentence with a full stop; the errors of a server have none. */
export function withFullStop(sentence: Sentence): Sentence {
  return /[.!?]$/.test(plainText(sentence)) ? sentence : say`${sentence}.`;
}

/** Sentences one after the other; what stands before the last of them may differ. */
export function joinSentences(
  sentences: readonly Sentence[],
  between: string,
  beforeLast: string = between,
): Sentence {
  const parts: SentencePart[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const text = at === sentences.length - 1 ? beforeLast : between;
    if (at > 0) add(parts, { type: 'text', text });
    for (const part of sentence) add(parts, part);
  }
  return parts;
}

/** The sentence as it goes on after a colon or "because". Kind names keep their capital. */
export function lowerFirst(sentence: Sentence): Sentence {
  const [first, ...rest] = sentence;
  if (first?.type !== 'text' || !/^(A|It|An|Owner|The|This|No|None|Waits) /.test(first.text))
    return sentence;
  return [
    { type: 'text', text: first.text.charAt(0).toLowerCase() + first.text.slice(1) },
    ...rest,
  ];
}

/** `A, B and C` of objects; what is more than the first few is counted. */
export function namesOf(objects: readonly ObjectReference[], shown = 3): Sentence {
  const names = objects.slice(0, shown);
  const more = objects.length - names.length;
  return names
    .reduce<Sentence>(
      (said, each, at) => {
        if (at === 0) return say`${each}`;
        const isLast = at === names.length - 1 && more === 0;
        return say`${said}${isLast ? ' and ' : ', '}${each}`;
      },
      more > 0 && names.length === 0 ? say`${more} objects` : [],
    )
    .concat(more > 0 && names.length > 0 ? say` and ${more} more` : []);
}

/** The objects a sentence names, each once. */
export function objectsIn(sentence: Sentence): ObjectReference[] {
  const found = new Map<string, ObjectReference>();
  for (const part of sentence) {
    if (part.type !== 'object') continue;
    const { apiVersion, uid } = part.object;
    if (apiVersion === undefined || uid === undefined || found.has(uid)) continue;
    const { kind, namespace, name } = part.object;
    found.set(uid, { apiVersion, kind, namespace, name, uid });
  }
  return [...found.values()];
}

/** Whether a value of an answer is a sentence: a list of nothing but parts. */
export function isSentence(value: unknown): value is Sentence {
  return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

function isPart(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type } = value;
  if (type === 'object') return 'object' in value;
  return (type === 'text' || type === 'code' || type === 'rule') && 'text' in value;
}

function partText(part: SentencePart): string {
  if (part.type === 'text') return part.text;
  if (part.type === 'code') return `\`${part.text}\``;
  if (part.type === 'rule') return `(${part.text})`;
  return objectName(part.object);
}

/** Records and references say more than their names. */
function namesOnly(object: NamedInSentence): NamedInSentence {
  const { apiVersion, kind, namespace, name, uid } = object;
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    kind,
    namespace,
    name,
    ...(uid === undefined ? {} : { uid }),
  };
}

/** Texts side by side become one. */
function add(parts: SentencePart[], part: SentencePart): void {
  const last = parts.at(-1);
  if (part.type !== 'text' || last?.type !== 'text') {
    if (part.type !== 'text' || part.text !== '') parts.push(part);
    return;
  }
  parts[parts.length - 1] = { type: 'text', text: last.text + part.text };
}

function isList(value: NamedInSentence | SentencePart | Sentence): value is Sentence {
  return Array.isArray(value);
}
