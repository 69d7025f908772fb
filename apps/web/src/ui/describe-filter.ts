import { type ClusterInfo, visibleText } from '@gcscope/gc-core/wire';
import { describeState, formatState } from '../data/describe-state.ts';
import { type Counts, type ObjectState, STATES } from '../data/graph-store.ts';
import { FILTERS, type ViewFilter } from '../data/selection.ts';
import { formatKindAmong } from './format-kind.ts';

/** Names of filters beside one of their values. */
export const FILTER_NAMES: Readonly<Record<keyof ViewFilter, string>> = {
  states: 'state',
  namespaces: 'namespace',
  kinds: 'kind',
  finalizers: 'finalizer',
  labels: 'label',
};

/** The value of a filter as people read it; `formatKind` says how to call a kind, which is a key by `kindKey`. */
export function describeFilterValue(
  name: keyof ViewFilter,
  value: string,
  formatKind: (key: string) => string = visibleText,
): string {
  if (name === 'namespaces' && value === '') return 'cluster-scoped';
  if (name === 'kinds') return formatKind(value);
  const state = name === 'states' ? STATES.find((each) => each === value) : undefined;
  return state === undefined ? visibleText(value) : formatState(state);
}

/** The objects that a state finds as a filter, in one line. */
export function describeStateFilter(state: ObjectState): string {
  return state === 'terminating' ? 'being deleted, blocked or not' : describeState(state);
}

/** Title of a filtered view of the cluster, which has these kinds. */
export function viewTitle(
  cluster: Pick<ClusterInfo, 'context'> | undefined,
  filter: ViewFilter,
  { kinds }: Pick<Counts, 'kinds'>,
): string {
  const words = describeFilter(filter, formatKindAmong([...kinds.keys(), ...filter.kinds]));
  return [cluster?.context ?? 'gcscope', ...words].join(' · ');
}

/** The filter in words, one text for each kind of it. */
function describeFilter(filter: ViewFilter, formatKind: (key: string) => string): string[] {
  return FILTERS.map((name) =>
    filter[name].map((value) => describeFilterValue(name, value, formatKind)).join(', '),
  ).filter(Boolean);
}
