import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { tallyOf } from '../../data/tally.ts';
import type { Choose } from '../../data/visible.ts';
import type { SimulationSession } from './simulation-session.ts';

/**
 * Shows every object that takes part, always in the same order and at the place it had when it was first seen: what is
 * gone stays there, crossed out; what has not appeared yet is left out.
 */
export function participants(session: SimulationSession): Choose {
  const { nodes, steps } = session.getState().view;
  const first = new Map<Uid, NodeRecord>(nodes.map((record) => [record.uid, record]));
  for (const record of steps.flatMap(({ delta }) => delta.upserts)) {
    const known = first.get(record.uid);
    // Where an owner is that was never seen is a guess of its dependents.
    if (!known || (known.virtual && !record.virtual)) first.set(record.uid, record);
  }
  const places = [...first.values()];
  return ({ records: now }) => {
    const { cursor } = session.getState();
    const gone = new Set<Uid>();
    const seen = places.filter(({ uid }) => (session.firstSeen(uid) ?? 0) <= cursor);
    const records = seen.map((record) => {
      const current = now.get(record.uid);
      if (!current) gone.add(record.uid);
      return current ?? record;
    });
    const total = tallyOf(records);
    return { records, context: new Set(), gone, places, matches: total, total };
  };
}
