import { useQuery } from '@tanstack/react-query';
import { BookOpen, CircleAlert, History, Hourglass, Server, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Page, usePage, ViewLink } from '../address/navigation.tsx';
import { terminatingQuery } from '../data/api.ts';
import { BEING_DELETED, type ObjectState } from '../data/graph-store.ts';
import { useCounts, useLive } from '../data/use-graph.ts';

interface Entry {
  readonly page: Page;
  readonly word: string;
  readonly meaning: string;
  readonly Icon: typeof Workflow;
  /** The pages for which this entry is marked. */
  readonly holds: readonly Page['page'][];
  /** The entry counts objects in these states. */
  readonly counted: readonly ObjectState[];
  /** A word behind the number if the page lists something else. */
  readonly as?: string;
}

const ENTRIES: readonly Entry[] = [
  {
    page: { page: 'map' },
    word: 'Map',
    meaning: 'Owners and dependents, live',
    Icon: Workflow,
    holds: ['map', 'object'],
    counted: [],
  },
  {
    page: { page: 'findings' },
    word: 'Findings',
    meaning: 'Wrong references and finalizers; the number counts objects with a wrong reference',
    Icon: CircleAlert,
    holds: ['findings'],
    counted: ['wrong'],
    // An object may have several findings, and some findings are not about references.
    as: 'wrong',
  },
  {
    page: { page: 'terminating' },
    word: 'Terminating',
    meaning: 'Objects being deleted, and what blocks them',
    Icon: Hourglass,
    holds: ['terminating'],
    counted: BEING_DELETED,
  },
  {
    page: { page: 'activity' },
    word: 'Activity',
    meaning: 'What happened, the latest first',
    Icon: History,
    holds: ['activity'],
    counted: [],
  },
  {
    page: { page: 'scenes' },
    word: 'Scenes',
    meaning: 'Examples to step through, without a cluster',
    Icon: BookOpen,
    holds: ['scenes', 'scene'],
    counted: [],
  },
  {
    page: { page: 'node' },
    word: 'Node',
    meaning: 'What a kubelet removes: containers, logs, images',
    Icon: Server,
    holds: ['node'],
    counted: [],
  },
];

/** The pages of the program. */
export function PageNav(): ReactNode {
  const open = usePage()?.page;
  const { states } = useCounts(useLive().store);
  // A report lags behind the graph: on its page, the number is that of the report.
  const { data: report } = useQuery({ ...terminatingQuery(), enabled: false });
  const countOf = ({ page, counted }: Entry): number =>
    page.page === 'terminating' && open === 'terminating' && report
      ? report.objects.length
      : counted.reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
  return (
    <nav className="page-nav" aria-label="Pages">
      {ENTRIES.map((entry) => {
        const { page, word, meaning, Icon, holds, as } = entry;
        const count = countOf(entry);
        return (
          <ViewLink
            key={word}
            page={page}
            change={{ depth: undefined }}
            className="page-link"
            current={open !== undefined && holds.includes(open)}
            title={meaning}
          >
            <Icon size={14} aria-hidden />
            {word}
            {count > 0 && (
              <b className="page-count" data-as={as}>
                {count.toLocaleString('en')}
                {as !== undefined && ` ${as}`}
              </b>
            )}
          </ViewLink>
        );
      })}
    </nav>
  );
}
