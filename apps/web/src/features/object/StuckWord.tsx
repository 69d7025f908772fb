import type { StuckState } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';

const WORDS: Readonly<Record<StuckState, { readonly word: string; readonly meaning: string }>> = {
  stuck: { word: 'stuck', meaning: 'It does not end without help, and the cause is known.' },
  slow: { word: 'slow', meaning: 'Whoever has to act is at work, as far as can be seen.' },
  unknown: { word: 'unclear', meaning: 'No cause can be seen.' },
};

/** How a deletion stands; what the word means is said on hover. */
export function StuckWord({ state }: { readonly state: StuckState }): ReactNode {
  const { word, meaning } = WORDS[state];
  return (
    <span className="stuck-word" data-stuck={state} title={meaning}>
      {word}
    </span>
  );
}

/** The word of a state, as on its mark. */
export function stuckWord(state: StuckState): string {
  return WORDS[state].word;
}
