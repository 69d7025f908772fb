import { isSentence, type ObjectReference, plainText, type Sentence } from '@gcscope/gc-core/wire';

/** Lines of a list that a person is shown; all of them are in the JSON. */
const SHOWN = 30;

/** "Deployment shop/web": an object in a line. */
export function placed({
  kind,
  namespace,
  name,
}: Omit<ObjectReference, 'uid' | 'apiVersion'>): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`;
}

/** A sentence as a terminal prints it: names stand as they are, without the backticks that set them apart in JSON. */
export function printed(sentence: Sentence): string {
  return sentence
    .map((part) => (part.type === 'object' ? placed(part.object) : part.text))
    .join('');
}

/** The lines, cut to what a person reads. */
export function cut(lines: readonly string[]): string[] {
  return cutItems(lines, (line) => [line]);
}

/** The lines of the first items, as many as a person reads. */
export function cutItems<T>(
  items: readonly T[],
  linesOf: (item: T) => readonly string[],
): string[] {
  const more = items.length - SHOWN;
  const lines = items.slice(0, SHOWN).flatMap(linesOf);
  return more > 0 ? [...lines, `  … and ${more} more; -o json lists all`] : lines;
}

/** Lines as text. Names may hold anything that a terminal would obey: control characters are shown, not sent. */
export function textOf(lines: readonly string[]): string {
  const shown = lines.map((line) =>
    line.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`),
  );
  return `${shown.join('\n')}\n`;
}

/** An answer as JSON, with what it is; its sentences are texts. */
export function jsonOf(kind: string, answer: object): string {
  const document = { apiVersion: 'gcscope.dev/v1', kind, ...answer };
  const inTexts = (_: string, value: unknown): unknown =>
    isSentence(value) ? plainText(value) : value;
  return `${JSON.stringify(document, inTexts, 2)}\n`;
}
