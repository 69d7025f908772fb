import { labelRequirements, labelSelectorFault } from '@gcscope/gc-core/wire';
import { kindCalled } from '@gcscope/picture';
import { type Counts, STATES } from '../../data/graph-store.ts';
import { FILTERS, type ViewFilter } from '../../data/selection.ts';
import { describeFilterValue, FILTER_NAMES } from '../../ui/describe-filter.ts';

type FilterName = keyof ViewFilter;

/** The word of a query that begins each filter. */
export const QUERY_WORDS: Readonly<Record<FilterName, string>> = {
  namespaces: 'ns',
  kinds: 'kind',
  states: 'state',
  finalizers: 'finalizer',
  labels: 'label',
};

/** `kind:pod` of a query. */
export interface FilterText {
  readonly name: FilterName;
  readonly text: string;
}

/** A query, read. */
export interface Query {
  /** The words that are no filter. */
  readonly words: string;
  readonly filters: readonly FilterText[];
  /** The last word, if it is a filter that may not be complete yet; it is also in `filters`. */
  readonly open?: FilterText;
}

/** A value of a filter, and how many objects have it. */
export interface FilterValue {
  readonly value: string;
  readonly count?: number;
}

const NAMES: ReadonlyMap<string, FilterName> = new Map([
  ...FILTERS.map((name) => [QUERY_WORDS[name], name] as const),
  // Words that people write elsewhere.
  ['namespace', 'namespaces'],
  ['n', 'namespaces'],
  ['is', 'states'],
]);

/** Begins the uid of an object; a word for the search of objects. */
export const UID = 'uid';

/** The set of a label keeps its spaces, up to the bracket that closes it. */
const TOKENS = /label:(?:[^\s"]|"[^"]*"?|\s+(?:not)?in\s*\([^)]*\)?)+|(?:[^\s"]|"[^"]*"?)+/gi;

/** Reads a query; quotes keep spaces: `finalizer:"two words"`. `svc/web` is a kind and a word, as for kubectl. */
export function readQuery(text: string): Query {
  const words: string[] = [];
  const filters: FilterText[] = [];
  let open: FilterText | undefined;
  for (const token of text.match(TOKENS) ?? []) {
    const [, word = '', rest = ''] = /^([a-z]+):(.*)$/i.exec(token) ?? [];
    const name = NAMES.get(word.toLowerCase());
    open = name && { name, text: rest.replaceAll('"', '') };
    const [, type = '', named = ''] = /^([a-z]+)\/(.*)$/i.exec(token) ?? [];
    const kind = kindCalled(type);
    if (open) filters.push(open);
    else if (kind !== undefined) {
      filters.push({ name: 'kinds', text: kind });
      words.push(named);
    } else words.push(token);
  }
  const query = { words: words.join(' ').trim(), filters };
  return open && !/\s$/.test(text) ? { ...query, open } : query;
}

/** A sentence about what looks like a filter and is none; for a query that finds nothing, because names may hold colons. */
export function describeUnknown({ words }: Query): string | undefined {
  const [, word] = /(?:^|\s)([a-z]+):/i.exec(words) ?? [];
  if (word === undefined || word.toLowerCase() === UID) return undefined;
  return `gcscope has no filter “${word}:”. The filters are kind:, ns:, state: or is:, finalizer:, label: and ${UID}:.`;
}

/** The counts of the graph, and of labels where they were read. */
export interface QueryCounts extends Counts {
  readonly labels?: ReadonlyMap<string, number>;
}

/** The values that a filter may mean: the same text first, then what begins with it, then what contains it. */
export function valuesOf(filter: FilterText, counts: QueryCounts): readonly FilterValue[] {
  const { name, text } = filter;
  const known = knownValues(filter, counts);
  // Any selector will do, not only a label in use.
  const isMore = name === 'labels' && text !== '' && !known.some(({ value }) => value === text);
  return isMore && faultOf(filter) === undefined ? [{ value: text }, ...known] : known;
}

function knownValues({ name, text }: FilterText, counts: QueryCounts): readonly FilterValue[] {
  const wanted = text.toLowerCase();
  const kind = kindMeant({ name, text });
  const ranked = candidates(name, counts).flatMap(([value, count]) => {
    const shown = describeFilterValue(name, value).toLowerCase();
    const rank =
      kindIn(value) === kind ? 0 : (rankOf(shown, wanted) ?? rankOf(value.toLowerCase(), wanted));
    return rank === undefined ? [] : [{ value, count, rank }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || b.count - a.count || (a.value < b.value ? -1 : 1))
    .map(({ value, count }) => ({ value, count }));
}

/** The filter that these words make; a text that names a value exactly means only that. `undefined`: nothing has it. */
export function filterOf(
  filters: readonly FilterText[],
  counts: Counts,
): Partial<ViewFilter> | undefined {
  const found: { [Name in FilterName]?: readonly string[] } = {};
  for (const filter of filters) {
    const values =
      filter.name === 'labels' ? labelRequirements(filter.text) : meant(filter, counts);
    if (values.length === 0) return undefined;
    found[filter.name] = [...new Set([...(found[filter.name] ?? []), ...values])];
  }
  return found as Partial<ViewFilter>;
}

/** A sentence about a filter that cannot hold; `undefined` if it can. */
export function describeFault(filter: FilterText, counts: Counts): string | undefined {
  if (filter.text === '') return undefined;
  const fault = faultOf(filter);
  if (fault !== undefined || filter.name === 'labels') return fault;
  return valuesOf(filter, counts).length > 0
    ? undefined
    : `No object has a ${FILTER_NAMES[filter.name]} with “${filter.text}” in it.`;
}

function meant(filter: FilterText, counts: Counts): readonly string[] {
  const values = valuesOf(filter, counts).map(({ value }) => value);
  const wanted = filter.text.toLowerCase();
  const kind = kindMeant(filter);
  const exact = values.filter((value) =>
    kind === undefined
      ? describeFilterValue(filter.name, value).toLowerCase() === wanted
      : kindIn(value) === kind,
  );
  return exact.length > 0 ? exact : values;
}

/** The kind that kubectl calls so, in lower case. */
function kindMeant({ name, text }: FilterText): string | undefined {
  return name === 'kinds' ? kindCalled(text)?.toLowerCase() : undefined;
}

/** `deployment` of `Deployment.apps`. */
function kindIn(value: string): string {
  return value.replace(/\..*$/, '').toLowerCase();
}

function faultOf({ name, text }: FilterText): string | undefined {
  return name === 'labels' && text !== '' ? labelSelectorFault(text) : undefined;
}

function candidates(name: FilterName, counts: QueryCounts): readonly (readonly [string, number])[] {
  if (name === 'labels') return [...(counts.labels ?? [])];
  if (name !== 'states') return [...counts[name]];
  return STATES.flatMap((state) => {
    const count = counts.states.get(state) ?? 0;
    return count > 0 ? [[state, count] as const] : [];
  });
}

function rankOf(value: string, wanted: string): number | undefined {
  if (value === wanted) return 0;
  const at = value.indexOf(wanted);
  return at < 0 ? undefined : Math.min(at, 1) + 1;
}
