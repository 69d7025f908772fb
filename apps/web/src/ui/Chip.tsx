import { formatCount } from '@gcscope/gc-core/wire';
import './chip.css';
import type { Severity } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { ViewLink, type ViewLinkProps } from '../address/navigation.tsx';
import { SeveritySign } from './SeveritySign.tsx';

export interface ChipProps {
  readonly word: string;
  /** How many there are; a chip of none is not shown unless it is chosen. */
  readonly count: number;
  readonly current: boolean;
  /** Its sign stands before the word. */
  readonly severity?: Severity;
  readonly change: NonNullable<ViewLinkProps['change']>;
}

export interface ChipGroupProps {
  /** What the chips choose among. */
  readonly word: string;
  /** Each chip. */
  readonly chips: readonly ChipProps[];
  /** Behind the chips. */
  readonly children?: ReactNode;
}

/** Chips behind their word; nothing where there is no choice: a filter that everything matches does nothing. */
export function ChipGroup({ word, chips, children }: ChipGroupProps): ReactNode {
  const offered = chips.filter(({ count, current }) => count > 0 || current);
  if (offered.length < 2 && !offered.some(({ current }) => current)) return null;
  return (
    <div className="chip-group">
      <span className="chips-label">{word}:</span>
      {offered.map((chip) => (
        <Chip key={chip.word} {...chip} />
      ))}
      {children}
    </div>
  );
}

/** A filter as a link: it shows only what it names, or everything again. */
export function Chip({ word, count, current, severity, change }: ChipProps): ReactNode {
  if (count === 0 && !current) return null;
  return (
    <ViewLink className="chip" current={current} change={change}>
      {severity && <SeveritySign severity={severity} />}
      {word} <b>{formatCount(count)}</b>
    </ViewLink>
  );
}
