import { formatCount } from '@gcscope/gc-core/wire';
import './chip.css';
import type { ReactNode } from 'react';
import { ViewLink, type ViewLinkProps } from '../address/navigation.tsx';

interface ChipProps {
  /** Unique among the chips of a group: words that look alike may differ. */
  readonly id: string;
  readonly word: string;
  /** Number that match it and the filters of the other groups. */
  readonly count: number;
  /** Number that match it alone. A chip of none is not shown unless it is chosen; without a total, `count` decides that. */
  readonly total?: number;
  readonly current: boolean;
  /** Sign before the word. */
  readonly sign?: ReactNode;
  readonly change: NonNullable<ViewLinkProps['change']>;
}

export interface ChipGroupProps {
  /** Word for the values that the chips choose among. */
  readonly word: string;
  readonly chips: readonly ChipProps[];
  /** Number of chips without any filter, if not all of them are in `chips`. */
  readonly choices?: number;
  /** Content behind the chips. */
  readonly children?: ReactNode;
}

/**
 * Chips behind their word; nothing where there is no choice: a filter that everything matches does nothing. The choice is that
 * without any filter, so that no chip moves when another is chosen.
 */
export function ChipGroup({ word, chips, choices, children }: ChipGroupProps): ReactNode {
  const offered = chips.filter(isOffered);
  if (offered.length === 0) return null;
  if ((choices ?? offered.length) < 2 && !offered.some(({ current }) => current)) return null;
  return (
    <div className="chip-group">
      <span className="chips-label">{word}:</span>
      {offered.map((chip) => (
        <Chip key={chip.id} {...chip} />
      ))}
      {children}
    </div>
  );
}

/** A filter as a link: it shows only what it names, or everything again. */
function Chip(chip: ChipProps): ReactNode {
  const { word, count, total = count, current, sign, change } = chip;
  if (!isOffered(chip)) return null;
  return (
    <ViewLink className="chip" current={current} change={change}>
      {sign}
      {word} <b style={{ minWidth: `${formatCount(total).length}ch` }}>{formatCount(count)}</b>
    </ViewLink>
  );
}

function isOffered({ count, total = count, current }: ChipProps): boolean {
  return total > 0 || current;
}
