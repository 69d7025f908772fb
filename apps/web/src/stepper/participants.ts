import type { SimulationView, Uid } from '@gcscope/gc-core/wire';
import type { Choose } from '../map/visible.ts';

/** Shows every object that takes part, always in the same order; what is gone keeps its place, crossed out. */
export function participants({ nodes }: SimulationView): Choose {
  const first = new Set(nodes.map(({ uid }) => uid));
  return ({ records: now }) => {
    const gone = new Set<Uid>();
    const records = nodes.map((record) => {
      const current = now.get(record.uid);
      if (!current) gone.add(record.uid);
      return current ?? record;
    });
    for (const record of now.values()) if (!first.has(record.uid)) records.push(record);
    const { length } = records;
    return { records, context: new Set(), gone, matches: length, total: length };
  };
}
