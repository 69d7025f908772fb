import type { Sentence } from '../meta/sentence.ts';

/** What a step is about, in words. */
export interface StepDescription {
  readonly rule: string;
  readonly sentence: Sentence;
}
