import { counted, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { StateSign } from '../ui/Marks.tsx';
import { placeBeside } from './place-beside.ts';
import { countProblems, type NamespaceSummary } from './world/problems.ts';

export interface NamespaceHoverProps {
  readonly summary: NamespaceSummary;
  /** Where the pointer is, CSS px in the map. */
  readonly x: number;
  readonly y: number;
}

/** The whole name of the namespace under the pointer, how much is in it, and what is wrong there. */
export function NamespaceHover({ summary, x, y }: NamespaceHoverProps): ReactNode {
  const { label, count, problems } = summary;
  return (
    <div className="hover-card floating" ref={(card) => placeBeside(card, x, y)}>
      <p className="name hover-name">{visibleText(label)}</p>
      {count > 0 && <p className="soft">{counted(count, 'object')}</p>}
      {problems.map(([state, count]) => (
        <p key={state} className="state-word" data-state={state}>
          <StateSign state={state} /> {countProblems(state, count)}
        </p>
      ))}
    </div>
  );
}
