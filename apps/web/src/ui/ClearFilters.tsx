import { counted } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import type { Counts } from '../data/graph-store.ts';
import { FILTERS, type ViewFilter } from '../data/selection.ts';
import { useLiveCounts } from '../data/use-graph.ts';
import { describeFilterValue, FILTER_NAMES } from './describe-filter.ts';
import { useFormatKind } from './use-format-kind.ts';

/** The reason why filters that exclude each other match nothing: the number of objects of each alone, with a link that removes it. */
export function ClearFilters(): ReactNode {
  const view = useView();
  const counts = useLiveCounts();
  const formatKind = useFormatKind();
  const used = FILTERS.filter((name) => view[name].length > 0);
  if (used.length < 2) return null;
  return (
    <ul className="clear-filters" aria-label="Filters that match nothing together">
      {used.map((name) => {
        const values = view[name]
          .map((value) => describeFilterValue(name, value, formatKind))
          .join(' or ');
        const filter = `${FILTER_NAMES[name]} ${values}`;
        const alone = countAlone(name, view, counts);
        return (
          <li key={name}>
            <span className="name">
              {filter}
              {alone !== undefined && ` matches ${counted(alone, 'object')} by itself.`}
            </span>{' '}
            <ViewLink
              className="text-link one-piece"
              change={{ [name]: [], camera: undefined }}
              label={`Remove this filter: ${filter}`}
            >
              Remove this filter
            </ViewLink>
          </li>
        );
      })}
    </ul>
  );
}

/** Number of objects that pass one filter; `undefined` where its counts do not tell: an object may have several finalizers or states. */
function countAlone(name: keyof ViewFilter, view: ViewFilter, counts: Counts): number | undefined {
  if (name === 'labels') return undefined;
  const of: ReadonlyMap<string, number> = counts[name];
  const isDisjoint = name === 'namespaces' || name === 'kinds' || view[name].length === 1;
  return isDisjoint ? view[name].reduce((sum, value) => sum + (of.get(value) ?? 0), 0) : undefined;
}
