import type { ReactNode } from 'react';

export interface FactProps {
  readonly word: string;
  readonly children: ReactNode;
}

/** A line of the facts about an object. */
export function Fact({ word, children }: FactProps): ReactNode {
  return (
    <div>
      <dt>{word}</dt>
      <dd className="spread">{children}</dd>
    </div>
  );
}
