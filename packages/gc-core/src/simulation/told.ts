import type { Sentence } from '../meta/sentence.ts';

/** What a step is about, in words. */
export interface Told {
  readonly rule: string;
  readonly sentence: Sentence;
}
