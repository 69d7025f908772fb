import { formatCount } from '@gcscope/gc-core/wire';
import { SlidersHorizontal } from 'lucide-react';
import './chip.css';
import { type PropsWithChildren, type ReactNode, useId, useState } from 'react';
import { Button, Input, Label, SearchField } from 'react-aria-components';
import { useGo, useView } from '../address/navigation.tsx';
import { useDebounced } from '../address/use-debounced.ts';
import { useWindow } from './use-window.ts';

export interface PageFiltersProps {
  /** Number of chosen filters, beside the words. */
  readonly active: number;
}

/** The filters of a page: words, and others that stand behind a button on a narrow window, so that what they filter begins on the first screen. */
export function PageFilters({ active, children }: PropsWithChildren<PageFiltersProps>): ReactNode {
  const narrow = useWindow('narrow');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <search>
      <WordsField />
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
    </search>
  );
}

/** Filters by the words in the address. */
function WordsField(): ReactNode {
  const { words: asked = '' } = useView();
  const go = useGo();
  const [words, setWords] = useDebounced(asked, (text) =>
    go({ words: text === '' ? undefined : text }, undefined, { replace: true }),
  );
  return (
    <SearchField value={words} onChange={setWords} className="text-field page-search">
      <Label className="hidden-visually">Name, kind, namespace or uid</Label>
      <Input placeholder="Name, kind, namespace or uid" />
    </SearchField>
  );
}
