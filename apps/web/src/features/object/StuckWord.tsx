import type { StuckState } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';

const STATES: Readonly<Record<StuckState, { readonly word: string; readonly meaning: string }>> = {
  stuck: { word: 'stuck', meaning: 'The deletion cannot finish without help; the cause is known.' },
  slow: { word: 'slow', meaning: 'Every actor seems to be at work; the deletion takes time.' },
  unknown: { word: 'unclear', meaning: 'gcscope finds no cause.' },
};

/** The state of a deletion; its meaning on hover. */
export function StuckWord({ state }: { readonly state: StuckState }): ReactNode {
  const { word, meaning } = STATES[state];
  return (
    <span className="stuck-word" data-stuck={state} title={meaning}>
      {word}
    </span>
  );
}

/** The word of a state, as on its mark. */
export function stuckWord(state: StuckState): string {
  return STATES[state].word;
}
