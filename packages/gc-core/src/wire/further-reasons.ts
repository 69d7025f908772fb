import { plainText } from '../meta/sentence.ts';
import type { Explanation, Reason } from './explanation.ts';

/** The reasons of a verdict: the rules of those that its sentence repeats word for word, and the other ones. */
export function furtherReasons({ sentence, because }: Pick<Explanation, 'sentence' | 'because'>): {
  readonly rules: readonly string[];
  readonly further: readonly Reason[];
} {
  const said = plainText(sentence).toLowerCase();
  const isSaid = ({ text }: Reason): boolean => said.includes(plainText(text).toLowerCase());
  return {
    rules: [...new Set(because.filter(isSaid).map(({ rule }) => rule))],
    further: because.filter((reason) => !isSaid(reason)),
  };
}
