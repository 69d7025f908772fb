import { BookOpen, CircleAlert, History, Hourglass, Server, Workflow } from 'lucide-react';
import type { Page } from '../address/navigation.tsx';

/** A page that is reached from everywhere. */
export interface MainPage {
  readonly page: Page;
  readonly word: string;
  readonly meaning: string;
  /** Word for the things that a number beside the word counts, where it needs one. */
  readonly number?: string;
  readonly Icon: typeof Workflow;
}

/** The main pages, in the order in which they are offered. */
export const MAIN_PAGES: readonly MainPage[] = [
  {
    page: { page: 'map' },
    word: 'Map',
    meaning: 'Owners and dependents, live',
    Icon: Workflow,
  },
  {
    page: { page: 'findings' },
    word: 'Findings',
    meaning: 'Wrong owner references, and finalizers without a controller',
    number: 'the number counts objects with a wrong reference',
    Icon: CircleAlert,
  },
  {
    page: { page: 'terminating' },
    word: 'Terminating',
    meaning: 'Objects being deleted, and what blocks them',
    Icon: Hourglass,
  },
  {
    page: { page: 'activity' },
    word: 'Activity',
    meaning: 'What happened, the latest first',
    Icon: History,
  },
  {
    page: { page: 'scenes' },
    word: 'Scenes',
    meaning: 'Examples to step through, without a cluster',
    Icon: BookOpen,
  },
  {
    page: { page: 'node' },
    word: 'Node',
    meaning: 'What a kubelet removes: containers, logs, images',
    Icon: Server,
  },
];
