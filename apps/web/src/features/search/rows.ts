import type { NodeRecord, ObjectReference, Timestamp } from '@gcscope/gc-core/wire';
import { type Counts, kindKey, rankOf } from '../../data/graph-store.ts';
import { matchesFilter, NO_FILTER, type ViewFilter } from '../../data/selection.ts';
import { describeFilterValue, FILTER_NAMES } from '../../ui/describe-filter.ts';
import { formatKindAmong } from '../../ui/format-kind.ts';
import type { PaletteEntry } from './entries.ts';
import type { Within } from './find-objects.ts';
import {
  type FilterText,
  filterOf,
  QUERY_WORDS,
  type Query,
  type QueryCounts,
  UID,
  valuesOf,
} from './read-query.ts';

/** A line of the palette. */
export type Row =
  /** An object without a record is gone. */
  | {
      readonly type: 'object';
      readonly id: string;
      readonly object: ObjectReference;
      readonly record: NodeRecord | undefined;
      /** Time at which it left, if known. */
      readonly goneAt?: Timestamp;
    }
  | { readonly type: 'entry'; readonly id: string; readonly entry: PaletteEntry }
  | {
      readonly type: 'filter';
      readonly id: string;
      readonly title: string;
      readonly count?: number;
      readonly filter: Partial<ViewFilter>;
    }
  /** A word that begins a filter, and what it does. */
  | { readonly type: 'word'; readonly id: string; readonly word: string; readonly does: string };

/** Lines under one title. */
export interface RowGroup {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

const VALUES = 8;
/** Values that plain words may mean. */
const GUESSES = 4;

export function objectRow(object: ObjectReference, record: NodeRecord | undefined): Row {
  return { type: 'object', id: `object ${object.uid}`, object, record };
}

export function entryRow(entry: PaletteEntry): Row {
  return { type: 'entry', id: `entry ${entry.id}`, entry };
}

/** The filters that a query may mean: one for each value of the word that is being typed. */
export function filterRows({ filters, open }: Query, counts: QueryCounts): readonly Row[] {
  const rest = filterOf(open ? filters.slice(0, -1) : filters, counts);
  if (!rest || filters.length === 0) return [];
  const formatKind = formatKindAmong(counts.kinds.keys());
  if (!open) return [filterRow(rest, formatKind)];
  return valuesOf(open, counts)
    .slice(0, VALUES)
    .map(({ value, count }) => {
      const before = rest[open.name] ?? [];
      return filterRow(
        { ...rest, [open.name]: [...before, value] },
        formatKind,
        filters.length === 1 ? count : undefined,
      );
    });
}

/** The filters that plain words may mean: values that are or begin with them, and finalizers with them behind the domain. */
export function guessedRows(words: string, counts: Counts): readonly Row[] {
  if (words === '') return [];
  const wanted = words.toLowerCase();
  const formatKind = formatKindAmong(counts.kinds.keys());
  const isMeant = (name: FilterText['name'], value: string): boolean => {
    const shown = describeFilterValue(name, value).toLowerCase();
    return shown.startsWith(wanted) || (name === 'finalizers' && shown.includes(`/${wanted}`));
  };
  return (['namespaces', 'kinds', 'states', 'finalizers'] as const)
    .flatMap((name) =>
      valuesOf({ name, text: words }, counts)
        .filter(({ value }) => isMeant(name, value))
        .map(({ value, count }) => ({
          row: filterRow({ [name]: [value] }, formatKind, count),
          isExact: describeFilterValue(name, value, formatKind).toLowerCase() === wanted,
        })),
    )
    .sort((a, b) => Number(b.isExact) - Number(a.isExact))
    .slice(0, GUESSES)
    .map(({ row }) => row);
}

/** Rank below all objects that are there. */
const NEVER_SEEN = 100;

/** The objects that pass a filter, problems first, never seen ones last; label filters are left out: only the server knows labels. */
export function within(filter: Partial<ViewFilter>): Within<NodeRecord> {
  const whole = { ...NO_FILTER, ...filter };
  return {
    passes: (record) => matchesFilter(record, whole),
    rank: (record) => (record.virtual ? NEVER_SEEN : rankOf(record)),
  };
}

/** Filters objects that are gone; fewer of their properties are known. */
export function withinGone({
  namespaces = [],
  kinds = [],
  states = [],
  finalizers = [],
}: Partial<ViewFilter>): Pick<Within<ObjectReference>, 'passes'> {
  const passes = (object: ObjectReference): boolean =>
    (namespaces.length === 0 || namespaces.includes(object.namespace)) &&
    (kinds.length === 0 || kinds.includes(kindKey(object))) &&
    (states.length === 0 || states.includes('gone')) &&
    finalizers.length === 0;
  return { passes };
}

/** The meaning of each filter word, with an example. */
export const WORD_ROWS: readonly Row[] = [
  [QUERY_WORDS.namespaces, 'only a namespace: ns:shop'],
  [QUERY_WORDS.kinds, 'only a kind: kind:pod'],
  [QUERY_WORDS.labels, 'only objects with a label: label:app=web'],
  [QUERY_WORDS.states, 'only objects in a state: state:blocked or is:blocked'],
  [QUERY_WORDS.finalizers, 'only objects with a finalizer: finalizer:pvc'],
  [UID, 'objects by the start of their uid: uid:7d1f'],
].map(([word = '', does = '']) => ({ type: 'word', id: `word ${word}`, word, does }));

function filterRow(
  filter: Partial<ViewFilter>,
  formatKind: (key: string) => string,
  count?: number,
): Row {
  const parts = Object.entries(filter).flatMap(([key, values]) => {
    const name = key as keyof ViewFilter;
    return `${FILTER_NAMES[name]} ${values.map((value) => describeFilterValue(name, value, formatKind)).join(' or ')}`;
  });
  const title = `Show only ${parts.join(', ')}`;
  const id = `filter ${JSON.stringify(filter)}`;
  return { type: 'filter', id, title, filter, ...(count !== undefined && { count }) };
}
