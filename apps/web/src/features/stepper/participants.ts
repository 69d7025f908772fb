import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import type { Selector } from '../../data/selection.ts';
import { tallyOf } from '../../data/tally.ts';
import type { SimulationSession } from './simulation-session.ts';

/**
 * Selects every object of the playback, always in the same order and at the place where it first appeared. Deleted
 * objects stay there, crossed out; objects that have not appeared yet are left out.
 */
export function participants(session: SimulationSession): Selector {
  const { nodes, steps } = session.getState().view;
  const first = new Map<Uid, NodeRecord>();
  /** How many steps are done when an object first appears. */
  const since = new Map<Uid, number>();
  const add = (record: NodeRecord, after: number): void => {
    const known = first.get(record.uid);
    // The namespace of a virtual owner is a guess from its dependents.
    if (!known || (known.virtual && !record.virtual)) first.set(record.uid, record);
    if (!known) since.set(record.uid, after);
  };
  for (const record of nodes) add(record, 0);
  for (const { index, delta } of steps) for (const record of delta.upserts) add(record, index + 1);
  const places = [...first.values()];
  return ({ records: now }) => {
    const { cursor } = session.getState();
    const gone = new Set<Uid>();
    const appeared = places.filter(({ uid }) => (since.get(uid) ?? 0) <= cursor);
    const records = appeared.map((record) => {
      const current = now.get(record.uid);
      if (!current) gone.add(record.uid);
      return current ?? record;
    });
    const total = tallyOf(records);
    return { records, context: new Set(), gone, places, matches: total, total };
  };
}
