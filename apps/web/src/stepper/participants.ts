import type { SimulationView, Uid } from '@gcscope/gc-core/wire';
import type { Choose } from '../map/visible.ts';

/**
 * Shows every object that takes part, always in the same order and at the place it had before the first step: what is
 * gone stays there, crossed out.
 */
export function participants({ nodes }: SimulationView): Choose {
  const first = new Set(nodes.map(({ uid }) => uid));
  return ({ records: now }) => {
    const gone = new Set<Uid>();
    const records = nodes.map((record) => {
      const current = now.get(record.uid);
      if (!current) gone.add(record.uid);
      return current ?? record;
    });
    const newcomers = [...now.values()].filter(({ uid }) => !first.has(uid));
    records.push(...newcomers);
    const { length } = records;
    return {
      records,
      context: new Set(),
      gone,
      places: [...nodes, ...newcomers],
      matches: length,
      total: length,
    };
  };
}
