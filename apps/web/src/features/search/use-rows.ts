import type { NodeRecord, ObjectReference, Timestamp, Uid } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useView } from '../../address/navigation.tsx';
import { activityQuery, labelCountsQuery } from '../../data/api.ts';
import type { Counts } from '../../data/graph-store.ts';
import {
  useConnection,
  useCounts,
  useGraphVersion,
  useIsUnread,
  useLive,
} from '../../data/use-graph.ts';
import { findEntries, type PaletteEntry } from './entries.ts';
import { type Found, findObjects } from './find-objects.ts';
import { describeFault, describeUnknown, filterOf, type Query, readQuery } from './read-query.ts';
import { useRecent } from './recent.ts';
import {
  entryRow,
  filterRows,
  guessedRows,
  objectRow,
  type Row,
  type RowGroup,
  WORD_ROWS,
  within,
  withinGone,
} from './rows.ts';
import { useEntries } from './use-entries.ts';

const MOST = 40;
/** Objects above other things that were found. */
const MOST_ABOVE = 12;
const MOST_GONE = 10;
const MOST_ENTRIES = 8;

/** Objects that are gone, found and listed; `isCut`: the server may remember more. */
interface Gone {
  readonly found: number;
  readonly listed: number;
  readonly isCut: boolean;
}

/** The rows that the palette shows for a query. */
export interface Rows {
  readonly groups: readonly RowGroup[];
  /** Number of objects found, and of those listed. */
  readonly found: number;
  readonly listed: number;
  /** Numbers of objects that are gone. */
  readonly gone: Gone;
  /** The error of a filter in the query, or the reason why it finds nothing. */
  readonly fault: string | undefined;
}

const NONE_GONE: Gone = { found: 0, listed: 0, isCut: false };

/** The lines for a query, the most likely first. The search runs over the records of this page at once: Enter takes what is listed. */
export function useRows(text: string, more: readonly PaletteEntry[]): Rows {
  const query = useMemo(() => readQuery(text), [text]);
  const isEmpty = text.trim() === '';
  const counts = useCounts(useLive().store);
  const labels = useLabelsInUse(query.open?.name === 'labels');
  const entries = useEntries(more, !isEmpty);
  const found = useFound(query);
  const gone = useGone(query);
  const recent = useRecentRows(entries);
  const unread = useIsUnread() ? 'gcscope has not read the cluster yet.' : undefined;
  if (isEmpty) {
    const groups = [
      group('Recent', recent),
      group('Words that filter', WORD_ROWS),
      ...byGroup(
        entries.filter(({ group }) => group !== 'Scenes'),
        entries.length,
      ),
    ];
    return {
      groups: groups.filter(hasRows),
      found: 0,
      listed: 0,
      gone: NONE_GONE,
      fault: unread,
    };
  }
  const filters = filterRows(query, labels ? { ...counts, labels } : counts);
  const hasFilters = query.filters.length > 0;
  const matching = hasFilters ? [] : findEntries(entries, query.words);
  // Scenes have many words in their titles: they come after what may be called so.
  const others = [
    ...byGroup(matching.filter(({ group }) => group !== 'Scenes')),
    group('Filters', hasFilters ? [] : guessedRows(query.words, counts)),
    ...byGroup(matching.filter(({ group }) => group === 'Scenes')),
  ];
  const isAbove = found.isNamed || gone.isNamed;
  const listed = found.objects.slice(0, isAbove && others.some(hasRows) ? MOST_ABOVE : MOST);
  const objects = [
    group(
      'Objects',
      listed.map((record) => objectRow(record, record)),
    ),
    group(
      'Gone',
      gone.objects.map(({ at, ...object }) => ({ ...objectRow(object, undefined), goneAt: at })),
    ),
  ];
  const values = group('Filters', filters);
  const matches = isAbove ? [...objects, ...others] : [...others, ...objects];
  // Enter must not throw away the words beside a filter.
  const keepsWords = query.words !== '' && found.total + gone.total > 0;
  const groups = keepsWords ? [...matches, values] : [values, ...matches];
  const shown = groups.filter(hasRows);
  const fault = faultIn(query, counts, unread);
  return {
    groups: shown,
    found: found.total,
    listed: listed.length,
    gone: { found: gone.total, listed: gone.objects.length, isCut: gone.isCut },
    fault: fault ?? (shown.length === 0 ? describeUnknown(query) : undefined),
  };
}

/** The error of a filter. Until the cluster is read, only the form of a label selector can be checked. */
function faultIn(
  { filters }: Query,
  counts: Counts,
  unread: string | undefined,
): string | undefined {
  const checked = unread === undefined ? filters : filters.filter(({ name }) => name === 'labels');
  const faults = checked.map((filter) => describeFault(filter, withGone(counts)));
  return faults.find((fault) => fault !== undefined) ?? unread;
}

function useFound(query: Query): Found<NodeRecord> {
  const { store } = useLive();
  const version = useGraphVersion(store);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store changes in place; its version says when.
  return useMemo(() => {
    const filter = filterOf(query.filters, store.counts);
    // Only the server knows labels; the page asks it once the filter is chosen.
    if (!filter || filter.labels) return { objects: [], total: 0, isNamed: false };
    if (query.filters.length === 0 && query.words === '')
      return { objects: [], total: 0, isNamed: false };
    return findObjects(store.records.values(), query.words, MOST, within(filter));
  }, [store, query, version]);
}

/** An object that is gone, and since when. */
type GoneNamed = ObjectReference & { readonly at: Timestamp };

/** Objects that are gone, with all of the words or by their state; names that match best first, of equal ones the latest, as far as the server remembers them. */
function useGone({ words: typed, filters }: Query): Found<GoneNamed> & Pick<Gone, 'isCut'> {
  const { store } = useLive();
  const words = useDeferredValue(typed);
  const filter = filterOf(filters, withGone(store.counts));
  const isNamed = filters.some(({ name, text }) => name === 'states' && text !== '');
  const isByState = isNamed && filter?.states?.includes('gone') === true;
  const { data } = useQuery({
    ...activityQuery({ types: ['gone'], namespaces: [], words, limit: 100, isBestFirst: true }),
    enabled: isByState || words.trim() !== '',
  });
  if (!data || !filter || filter.labels || (typed === '' && !isByState))
    return { objects: [], total: 0, isNamed: false, isCut: false };
  const latest = new Map<Uid, GoneNamed>();
  for (const { object, at } of data.entries) {
    if (object && !store.records.has(object.uid) && !latest.has(object.uid))
      latest.set(object.uid, { ...object, at });
  }
  const order = new Map([...latest.keys()].map((uid, at) => [uid, at]));
  const rank = ({ uid }: GoneNamed): number => order.get(uid) ?? 0;
  const found = findObjects(latest.values(), typed, MOST_GONE, {
    ...withinGone(filter),
    rank,
    isRankFirst: true,
  });
  return { ...found, isCut: data.total > data.entries.length };
}

/** Counts with state `gone`: no object of the graph is gone, but the server remembers some. */
function withGone(counts: Counts): Counts {
  return { ...counts, states: new Map(counts.states).set('gone', 1) };
}

/** The labels in use among the shown objects, and how many have them; read when they are wanted. */
function useLabelsInUse(enabled: boolean): ReadonlyMap<string, number> | undefined {
  const { kinds, namespaces } = useView();
  const { data } = useQuery({ ...labelCountsQuery({ kinds, namespaces }), enabled });
  return data && new Map(data.labels.map(({ label, count }) => [label, count]));
}

/** Recently opened entries that can still be opened. An object that left the graph is shown as gone. */
function useRecentRows(entries: readonly PaletteEntry[]): readonly Row[] {
  const { store } = useLive();
  const { cluster } = useConnection();
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return useRecent().flatMap((each): Row[] => {
    if (each.type === 'entry') {
      const entry = byId.get(each.id);
      return entry ? [recently(entryRow(entry))] : [];
    }
    // Before the cluster is read, no object is known to be gone.
    if (each.server !== cluster?.server || store.records.size === 0) return [];
    return [recently(objectRow(each.object, store.records.get(each.object.uid)))];
  });
}

/** Gives each line its own id, even if an entry is listed twice. */
function recently(row: Row): Row {
  return { ...row, id: `recent ${row.id}` };
}

function byGroup(entries: readonly PaletteEntry[], most = MOST_ENTRIES): readonly RowGroup[] {
  const titles = [...new Set(entries.map((entry) => entry.group))];
  return titles.map((title) =>
    group(
      title,
      entries
        .filter((entry) => entry.group === title)
        .slice(0, most)
        .map(entryRow),
    ),
  );
}

function group(title: string, rows: readonly Row[]): RowGroup {
  return { id: title, title, rows };
}

function hasRows({ rows }: RowGroup): boolean {
  return rows.length > 0;
}
