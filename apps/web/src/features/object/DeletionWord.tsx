import { DELETION_WORDS, type DeletionState } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { StateSign, stateMeaning } from '../../ui/Marks.tsx';

interface Look {
  /** The state of the object on the map. */
  readonly mark: 'blocked' | 'terminating';
  readonly meaning: string;
}

const LOOKS: Readonly<Record<DeletionState, Look>> = {
  blocked: lookOf('blocked'),
  slow: lookOf('terminating'),
  unknown: { mark: 'terminating', meaning: 'gcscope finds no cause.' },
};

function lookOf(mark: Look['mark']): Look {
  return { mark, meaning: stateMeaning(mark) };
}

/** The state of a deletion, as on the map. */
export function DeletionWord({ state }: { readonly state: DeletionState }): ReactNode {
  const { mark, meaning } = LOOKS[state];
  return (
    <span className="state-word" data-state={mark} title={meaning}>
      <StateSign state={mark} />
      {DELETION_WORDS[state]}
    </span>
  );
}
