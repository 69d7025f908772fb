import { useView } from '../address/navigation.tsx';
import { useLiveCounts } from '../data/use-graph.ts';
import { formatKindAmong } from './format-kind.ts';

/** Names the kinds of the cluster and those of the filter, which are keys by `kindKey`. */
export function useFormatKind(): (key: string) => string {
  const { kinds } = useView();
  return formatKindAmong([...useLiveCounts().kinds.keys(), ...kinds]);
}
