import './chip.css';
import type { ReactNode } from 'react';
import { ViewLink, type ViewLinkProps } from '../address/navigation.tsx';

export interface ChipProps {
  readonly word: string;
  /** How many there are; a chip of none is not shown unless it is chosen. */
  readonly count: number;
  readonly current: boolean;
  readonly change: NonNullable<ViewLinkProps['change']>;
}

/** A filter as a link: it shows only what it names, or everything again. */
export function Chip({ word, count, current, change }: ChipProps): ReactNode {
  if (count === 0 && !current) return null;
  return (
    <ViewLink className="chip" current={current} change={change}>
      {word} <b>{count.toLocaleString('en')}</b>
    </ViewLink>
  );
}
