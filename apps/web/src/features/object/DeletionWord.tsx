import { DELETION_WORDS, type DeletionState } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { describeState } from '../../data/describe-state.ts';
import { StateSign } from '../../ui/Marks.tsx';

/** The state of a deletion, as on the map. */
export function DeletionWord({ state }: { readonly state: DeletionState }): ReactNode {
  const mark = state === 'blocked' ? 'blocked' : 'terminating';
  const meaning = state === 'unknown' ? 'gcscope finds no cause.' : describeState(mark);
  return (
    <span className="state-word" data-state={mark} title={meaning}>
      <StateSign state={mark} />
      {DELETION_WORDS[state]}
    </span>
  );
}
