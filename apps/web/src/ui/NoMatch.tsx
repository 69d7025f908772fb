import { formatCount, visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useView, ViewLink } from '../address/navigation.tsx';
import type { ViewChange } from '../address/view-search.ts';
import { useMissingNamespaces } from '../data/use-graph.ts';

export interface NoMatchProps {
  /** Number of items without filters, and the word for one. */
  readonly count: number;
  readonly noun: string;
  /** The address without filters. */
  readonly all: ViewChange;
}

/**
 * `None of the 3 causes matches the filters.` Says which namespaces of the filter do not exist: then an empty list is no
 * good news.
 */
export function NoMatch({ count, noun, all }: NoMatchProps): ReactNode {
  const missing = useMissingNamespaces(useView().namespaces);
  return (
    <div className="message">
      <p>
        {count === 1
          ? `The only ${noun} does not match the filters.`
          : `None of the ${formatCount(count)} ${noun}s matches the filters.`}
        {missing.map((name) => ` Namespace ${visibleText(name)} does not exist.`).join('')}
      </p>
      <ViewLink className="button" change={all}>
        Show all {noun}s
      </ViewLink>
    </div>
  );
}
