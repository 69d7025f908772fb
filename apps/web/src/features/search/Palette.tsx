import { counted, formatCount } from '@gcscope/gc-core/wire';
import './palette.css';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxSection,
  SearchField,
} from 'react-aria-components';
import { formatTally, tallyOfGraph } from '../../data/tally.ts';
import { useLive } from '../../data/use-graph.ts';
import { Overlay } from '../../ui/Modal.tsx';
import { useClipboard } from '../../ui/use-clipboard.ts';
import type { PaletteEntry } from './entries.ts';
import { PaletteRow } from './PaletteRow.tsx';
import { useChoose } from './use-choose.ts';
import { type Rows, useRows } from './use-rows.ts';

export interface PaletteProps {
  /** Actions beside those that every page has. */
  readonly actions: readonly PaletteEntry[];
  readonly onClose: () => void;
}

/** Finds any object, whatever the filter and the zoom, also one that is gone; pages, scenes and actions; filters, by their words. */
export function Palette({ actions, onClose }: PaletteProps): ReactNode {
  const [query, setQuery] = useState('');
  const [outcome, copy] = useClipboard();
  const rows = useRows(query, actions);
  const { groups } = rows;
  const choose = useChoose({ onClose, copy, setQuery });
  const onAction = (id: string): void => {
    const row = groups.flatMap((group) => group.rows).find((each) => each.id === id);
    if (row) choose(row);
  };
  const closeOnEscape = (event: KeyboardEvent): void => {
    // An input method has an Escape of its own.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <Overlay onClose={onClose}>
      <Dialog aria-label="Search and commands">
        {/* Escape would otherwise only clear the text. */}
        <div role="presentation" onKeyDownCapture={closeOnEscape}>
          <Autocomplete inputValue={query} onInputChange={setQuery}>
            <SearchField
              aria-label="Search and commands"
              className="list-search palette-field"
              autoFocus
            >
              <Search size={16} aria-hidden />
              {/* A field that always has a list of choices under it. */}
              <Input role="combobox" aria-expanded placeholder="Search, or ns: kind: label:" />
              <kbd className="palette-esc">Esc</kbd>
            </SearchField>
            <ListBox
              className="palette-list"
              aria-label="Found"
              items={groups}
              onAction={(key) => onAction(String(key))}
              renderEmptyState={() => <Nothing fault={rows.fault} />}
            >
              {({ id, title, rows: lines }) => (
                <ListBoxSection id={id}>
                  <Header className="caption palette-title">{title}</Header>
                  <Collection items={lines}>{(row) => <PaletteRow row={row} />}</Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </div>
        <p className="palette-foot soft" role="status">
          {outcome ?? <Foot query={query} rows={rows} />}
        </p>
      </Dialog>
    </Overlay>
  );
}

function Nothing({ fault }: { readonly fault: string | undefined }): ReactNode {
  return <p className="palette-empty soft">{fault ?? 'Nothing matches all of these words.'}</p>;
}

/** The searched objects, and how many are not listed. */
function Foot({ query, rows }: { readonly query: string; readonly rows: Rows }): ReactNode {
  const { store } = useLive();
  const { found, listed, gone, fault, groups } = rows;
  if (fault !== undefined && groups.length > 0) return fault;
  if (query.trim() === '')
    return `gcscope searches all ${formatTally(tallyOfGraph(store))}, and objects that are gone.`;
  if (/\blabel:/i.test(query))
    return 'Once you choose the filter, gcscope asks the API server which objects have the label.';
  if (found > listed) {
    return `The ${listed} best of ${formatCount(found)} objects. Type more to narrow it down.`;
  }
  if (found + gone.found === 0) return groups.length === 0 ? '' : 'No object has these words.';
  const there = counted(found, 'object');
  if (gone.found === 0) return `${there}.`;
  const least = gone.isCut ? 'at least ' : '';
  const listing = gone.listed < gone.found ? `, of which ${gone.listed} are listed` : '';
  return `${there}, and ${least}${gone.found} gone${listing}.`;
}
