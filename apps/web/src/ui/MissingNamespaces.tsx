import { visibleText } from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { useView } from '../address/navigation.tsx';
import { useMissingNamespaces } from '../data/use-graph.ts';

/** Says which namespaces of the filter do not exist: then an empty list is no good news. */
export function MissingNamespaces(): ReactNode {
  const missing = useMissingNamespaces(useView().namespaces);
  return missing.map((name) => ` Namespace ${visibleText(name)} does not exist.`).join('');
}
