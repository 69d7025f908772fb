import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useConnection } from '../data/use-graph.ts';
import { usePrinting } from './printing.ts';

/** On paper alone: of which cluster a report is, and of when. */
export function PrintedAt(): ReactNode {
  const { cluster } = useConnection();
  if (!usePrinting()) return null;
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const names = cluster ? [visibleText(cluster.context), cluster.server, cluster.version] : [];
  return <p className="printed-at name">{[...names, `printed ${time}`].join(' · ')}</p>;
}
