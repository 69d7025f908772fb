import type { AnsweredRequest } from './recorded-answers.ts';

/** One decision: which rule ended the pass over which item. */
export interface Decision {
  readonly item: string;
  readonly rule: string;
}

/** What our collector made of a recording. */
export interface ReplayResult {
  readonly lines: readonly string[];
  readonly decisions: readonly Decision[];
  readonly requests: readonly AnsweredRequest[];
  /** Where the recording and our collector part. */
  readonly disagreements: readonly string[];
  /** Events of objects whose state was not recorded. */
  readonly unrecordedEvents: number;
  /** GETs that may have read either of two states: the later answer of two decided. */
  readonly closeCalls: number;
  /** How the recorded debug graphs show ours at that time. */
  readonly drawings: ReadonlyMap<string, 'exactly' | 'allowed' | false>;
}
