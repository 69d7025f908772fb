import { type Sentence, say } from '@gcscope/gc-core/wire';

/** A sentence on one object, for each of several of this kind: "The collector deletes each Pod." The object with a uid is another one. */
export function ofEach(sentence: Sentence, kind: string): Sentence {
  let isFirst = true;
  const inText = (text: string): string =>
    text.replace(
      /\b([Tt])he (object|patch|command)\b(?! with this uid)|^It(?= )/g,
      (_, t = 'T', noun = 'object') => {
        const article = isFirst ? (t === 'T' ? 'Each' : 'each') : `${t}he`;
        isFirst = false;
        return `${article} ${noun === 'object' ? kind : noun}`;
      },
    );
  return sentence.reduce<Sentence>(
    (said, part) => say`${said}${part.type === 'text' ? inText(part.text) : part}`,
    [],
  );
}
