import { formatCount } from '@gcscope/gc-core/wire';
import { SlidersHorizontal } from 'lucide-react';
import './chip.css';
import { type PropsWithChildren, type ReactNode, useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { useWindow } from './use-window.ts';

/** The filters of a page; on a narrow window behind a button, so that what they filter begins on the first screen. */
export function PageFilters({
  active,
  children,
}: PropsWithChildren<{
  /** How many are chosen. */
  readonly active: number;
}>): ReactNode {
  const narrow = useWindow('narrow');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      {narrow && (
        <Button
          className="button filters-button"
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={14} aria-hidden /> Filters
          {active > 0 && <b>{formatCount(active)}</b>}
        </Button>
      )}
      <nav id={id} className="chips" aria-label="Filters" hidden={narrow && !isOpen}>
        {children}
      </nav>
    </>
  );
}
