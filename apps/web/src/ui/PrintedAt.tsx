import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { type Page, usePage } from '../address/navigation.tsx';
import { useConnection } from '../data/use-graph.ts';
import { usePrinting } from './printing.ts';

/** On paper alone: of which cluster a page is, and of when. */
export function PrintedAt(): ReactNode {
  const { cluster } = useConnection();
  const page = usePage();
  if (!usePrinting()) return null;
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const names =
    cluster && isOfCluster(page)
      ? [visibleText(cluster.context), cluster.server, cluster.version]
      : [];
  return <p className="printed-at name">{[...names, `printed ${time}`].join(' · ')}</p>;
}

/** The objects of the others are made up, or from a file. */
function isOfCluster(page: Page | undefined): boolean {
  if (page?.page === 'node') return page.name !== undefined;
  return !['scenes', 'scene', 'picture'].includes(page?.page ?? '');
}
