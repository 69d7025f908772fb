import { BookOpen, CircleAlert, Hourglass, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Page, usePage, ViewLink } from '../navigation.tsx';

interface Entry {
  readonly page: Page;
  readonly word: string;
  readonly meaning: string;
  readonly Icon: typeof Workflow;
  /** Pages that belong to it. */
  readonly holds: readonly Page['page'][];
}

const ENTRIES: readonly Entry[] = [
  {
    page: { page: 'map' },
    word: 'Map',
    meaning: 'Owners and dependents, live',
    Icon: Workflow,
    holds: ['map', 'object'],
  },
  {
    page: { page: 'findings' },
    word: 'Findings',
    meaning: 'References and finalizers that are wrong',
    Icon: CircleAlert,
    holds: ['findings'],
  },
  {
    page: { page: 'terminating' },
    word: 'Terminating',
    meaning: 'What is being deleted, and what holds it',
    Icon: Hourglass,
    holds: ['terminating'],
  },
  {
    page: { page: 'scenes' },
    word: 'Scenes',
    meaning: 'Deletions to step through, without a cluster',
    Icon: BookOpen,
    holds: ['scenes', 'scene'],
  },
];

/** The pages of the program. */
export function PageNav(): ReactNode {
  const open = usePage().page;
  return (
    <nav className="page-nav" aria-label="Pages">
      {ENTRIES.map(({ page, word, meaning, Icon, holds }) => (
        <ViewLink
          key={word}
          page={page}
          change={{ selected: undefined, camera: undefined, depth: undefined }}
          className="page-link"
          current={holds.includes(open)}
          title={meaning}
        >
          <Icon size={14} aria-hidden />
          {word}
        </ViewLink>
      ))}
    </nav>
  );
}
