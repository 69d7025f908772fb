import './search.css';
import { type NodeRecord, type ObjectReference, visibleText } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
} from 'react-aria-components';
import { useGo, usePage, useView } from '../../address/navigation.tsx';
import { activityQuery } from '../../data/api.ts';
import { matchesFilter } from '../../data/selection.ts';
import { formatTally, tallyOfGraph } from '../../data/tally.ts';
import { useGraphVersion, useLive } from '../../data/use-graph.ts';
import { KindGlyph, StateLabel, StateLabels } from '../../ui/Marks.tsx';
import { Overlay } from '../../ui/Modal.tsx';
import { findObjects } from './find-objects.ts';

const MOST = 40;
const MOST_GONE = 10;

/** An object that was found; one without a record is gone. */
interface Item {
  readonly id: string;
  readonly object: ObjectReference;
  readonly record: NodeRecord | undefined;
}

/** Finds any object of the graph, whatever the filter and the zoom, and objects that are gone. */
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
  const gone = useGone(query);
  const items = [...found.objects, ...gone].map((object): Item => {
    return { id: object.uid, object, record: store.records.get(object.uid) };
  });
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
            items={items}
            onAction={(key) => choose(String(key))}
            renderEmptyState={() => (
              <p className="search-empty soft">
                {query.trim() === ''
                  ? `Searches all ${formatTally(tallyOfGraph(store))}.`
                  : 'No object has all of these words in its name, kind, namespace or uid, nor had one that is gone.'}
              </p>
            )}
          >
            {({ id, object, record }) => (
              <ListBoxItem id={id} textValue={object.name} className="search-row">
                <KindGlyph apiVersion={object.apiVersion} kind={object.kind} />
                <span className="cut search-name">{visibleText(object.name)}</span>
                {record ? <StateLabels record={record} /> : <StateLabel state="gone" />}
                <span className="soft cut search-place">
                  {object.kind}
                  {object.namespace !== '' && ` · ${object.namespace}`}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Autocomplete>
        {found.total > found.objects.length && (
          <p className="search-more soft">
            The {found.objects.length} best of {found.total.toLocaleString('en')}. Type more to
            narrow it down.
          </p>
        )}
      </Dialog>
    </Overlay>
  );
}

/** Objects with all of the words that are gone, the latest first, as far as the server remembers them. */
function useGone(query: string): readonly ObjectReference[] {
  const { store } = useLive();
  const asked = useDeferredValue(query);
  const { data } = useQuery({
    ...activityQuery({ types: ['gone'], namespaces: [], words: asked, limit: 100 }),
    enabled: asked.trim() !== '',
  });
  const gone = (data?.entries ?? []).flatMap(({ object }) => object ?? []);
  const known = gone.filter(({ uid }) => !store.records.has(uid));
  const latest = new Map(known.map((object) => [object.uid, object]));
  return findObjects(latest.values(), asked, MOST_GONE).objects;
}
