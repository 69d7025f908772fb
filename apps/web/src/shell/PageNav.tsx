import { countTerminating, formatCount } from '@gcscope/gc-core/wire';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Page, usePage, ViewLink } from '../address/navigation.tsx';
import { terminatingQuery } from '../data/api.ts';
import type { ObjectState } from '../data/graph-store.ts';
import { useLiveCounts } from '../data/use-graph.ts';
import { MAIN_PAGES } from '../ui/main-pages.ts';

interface Entry {
  /** The pages for which this entry is marked, beside its own. */
  readonly holds?: Page['page'];
  /** The entry counts objects in this state. */
  readonly counted?: ObjectState;
  /** A word behind the number if the page lists something else. */
  readonly as?: string;
}

const ENTRIES: Readonly<Partial<Record<Page['page'], Entry>>> = {
  map: { holds: 'object' },
  // An object may have several findings, and some findings are not about references.
  findings: { counted: 'wrong', as: 'wrong' },
  terminating: { counted: 'terminating' },
  scenes: { holds: 'scene' },
};

/** The pages of the program. */
export function PageNav(): ReactNode {
  const open = usePage()?.page;
  const { states } = useLiveCounts();
  // A report lags behind the graph: on its page, the number is that of the report.
  const { data: report } = useQuery({ ...terminatingQuery(), enabled: false });
  const countOf = (page: Page['page'], { counted }: Entry): number =>
    page === 'terminating' && open === 'terminating' && report
      ? countTerminating(report).all
      : ((counted && states.get(counted)) ?? 0);
  return (
    <nav className="page-nav" aria-label="Pages">
      {MAIN_PAGES.map(({ page, word, meaning, number, Icon }) => {
        const entry = ENTRIES[page.page] ?? {};
        const count = countOf(page.page, entry);
        return (
          <ViewLink
            key={word}
            page={page}
            change={{ depth: undefined }}
            className="row page-link"
            current={open !== undefined && (open === page.page || open === entry.holds)}
            title={number === undefined ? meaning : `${meaning}; ${number}`}
          >
            <Icon size={14} aria-hidden />
            <span className="page-word">{word}</span>
            {count > 0 && (
              <b className="page-count" data-as={entry.as}>
                {formatCount(count)}
                {entry.as !== undefined && ` ${entry.as}`}
              </b>
            )}
          </ViewLink>
        );
      })}
    </nav>
  );
}
