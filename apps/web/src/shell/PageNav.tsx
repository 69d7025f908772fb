import { BookOpen, CircleAlert, Hourglass, Server, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { BEING_DELETED, type ObjectState } from '../live/graph-store.ts';
import { useCounts, useLive } from '../live/use-graph.ts';
import { type Page, usePage, ViewLink } from '../navigation.tsx';

interface Entry {
  readonly page: Page;
  readonly word: string;
  readonly meaning: string;
  readonly Icon: typeof Workflow;
  /** Pages that belong to it. */
  readonly holds: readonly Page['page'][];
  /** States of objects that are a reason to go there. */
  readonly counted: readonly ObjectState[];
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
    meaning: 'References and finalizers that are wrong',
    Icon: CircleAlert,
    holds: ['findings'],
    counted: ['wrong'],
  },
  {
    page: { page: 'terminating' },
    word: 'Terminating',
    meaning: 'What is being deleted, and what holds it',
    Icon: Hourglass,
    holds: ['terminating'],
    counted: BEING_DELETED,
  },
  {
    page: { page: 'scenes' },
    word: 'Scenes',
    meaning: 'Stories to step through, without a cluster',
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
  return (
    <nav className="page-nav" aria-label="Pages">
      {ENTRIES.map(({ page, word, meaning, Icon, holds, counted }) => (
        <ViewLink
          key={word}
          page={page}
          change={{ selected: undefined, camera: undefined, depth: undefined }}
          className="page-link"
          current={open !== undefined && holds.includes(open)}
          title={meaning}
        >
          <Icon size={14} aria-hidden />
          {word}
          {counted.length > 0 && <Count of={counted} states={states} />}
        </ViewLink>
      ))}
    </nav>
  );
}

interface CountProps {
  readonly of: readonly ObjectState[];
  readonly states: ReadonlyMap<ObjectState, number>;
}

/** How many objects are a reason to go there; nothing if none is. */
function Count({ of, states }: CountProps): ReactNode {
  const count = of.reduce((sum, state) => sum + (states.get(state) ?? 0), 0);
  return count > 0 && <b className="page-count">{count.toLocaleString('en')}</b>;
}
