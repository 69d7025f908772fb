import type { StuckState } from '@gcscope/gc-core/wire';

/** How a deletion stands, as a word and what it means. */
export const STUCK_WORDS: Readonly<
  Record<StuckState, { readonly word: string; readonly meaning: string }>
> = {
  stuck: { word: 'stuck', meaning: 'It does not end without help, and the cause is known.' },
  slow: { word: 'slow', meaning: 'Whoever has to act is at work, as far as can be seen.' },
  unknown: { word: 'unclear', meaning: 'No cause can be seen.' },
};
