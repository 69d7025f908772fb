import { visibleText } from '@gcscope/gc-core/wire';
import './search.css';
import { Search } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
} from 'react-aria-components';
import { useGo, usePage, useView } from '../../address/navigation.tsx';
import { matchesFilter } from '../../data/selection.ts';
import { formatTally, tallyOfGraph } from '../../data/tally.ts';
import { useGraphVersion, useLive } from '../../data/use-graph.ts';
import { KindGlyph, StateLabels } from '../../ui/Marks.tsx';
import { Overlay } from '../../ui/Modal.tsx';
import { findObjects } from './find-objects.ts';

const MOST = 40;

/** Finds any object of the graph, whatever the filter and the zoom. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { store } = useLive();
  const version = useGraphVersion(store);
  const view = useView();
  const page = usePage();
  const go = useGo();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  const found = useMemo(
    () => findObjects(store.records.values(), query, MOST),
    [store, query, version],
  );
  const choose = (uid: string): void => {
    const record = store.records.get(uid);
    const onMap = page?.page === 'map' && record !== undefined && matchesFilter(record, view);
    if (onMap) go({ selected: uid, dialog: undefined });
    else go({ dialog: undefined }, { page: 'object', uid });
  };
  return (
    <Overlay onClose={onClose}>
      <Dialog aria-label="Search objects">
        <Autocomplete inputValue={query} onInputChange={setQuery}>
          <SearchField aria-label="Search objects" className="search-field" autoFocus>
            <Search size={16} aria-hidden />
            <Input placeholder="Name, kind, namespace or uid" />
          </SearchField>
          <ListBox
            className="search-list"
            aria-label="Objects found"
            items={found.records.map((record) => ({ id: record.uid, record }))}
            onAction={(key) => choose(String(key))}
            renderEmptyState={() => (
              <p className="search-empty soft">
                {query.trim() === ''
                  ? `Searches all ${formatTally(tallyOfGraph(store))}.`
                  : 'No object has all of these words in its name, kind, namespace or uid.'}
              </p>
            )}
          >
            {({ id, record }) => (
              <ListBoxItem id={id} textValue={record.name} className="search-row">
                <KindGlyph apiVersion={record.apiVersion} kind={record.kind} />
                <span className="cut search-name">{visibleText(record.name)}</span>
                <StateLabels record={record} />
                <span className="soft cut search-place">
                  {record.kind}
                  {record.namespace !== '' && ` · ${record.namespace}`}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
        {found.total > found.records.length && (
          <p className="search-more soft">
            The {found.records.length} best of {found.total.toLocaleString('en')}. Type more to
            narrow it down.
          </p>
        )}
      </Dialog>
    </Overlay>
  );
}
