import { isSentence, plainText, type Sentence } from '../../src/meta/sentence.ts';

/** An answer with its sentences as text. */
export type Plain<T> = T extends Sentence
  ? string
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;

/** The answer as a terminal prints it. */
export function plain<T>(answer: T): Plain<T> {
  return plainOf(answer) as Plain<T>;
}

function plainOf(value: unknown): unknown {
  if (isSentence(value)) return plainText(value);
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainOf(each)]));
}
