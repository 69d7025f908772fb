import {
  applyDelta,
  hasWrongReference,
  type Mark,
  markOf,
  type NodeRecord,
  type Playback,
  type Uid,
} from '@gcscope/gc-core/wire';
import type { Moment } from './messages.ts';

/** Weight of a mark: how much of a scene a card shows. */
const TELLS: Readonly<Record<Mark, number>> = {
  blocked: 4,
  goes: 3,
  terminating: 2,
  virtual: 2,
  'not-verified': 1,
  gone: 1,
  removed: 1,
  forgotten: 1,
  calm: 0,
};
/** More objects cannot be told apart in a small picture. */
const MOST = 40;

/** The moment of a playback that shows most of it; the first of several. */
export function momentOf({ nodes, steps }: Playback): Moment {
  const now = new Map(nodes.map((record) => [record.uid, record]));
  const known = new Map(now);
  let best = { shown: shownIn(now, known), records: [...now.values()], gone: [] as readonly Uid[] };
  for (const { delta } of steps) {
    for (const record of delta.upserts) known.set(record.uid, record);
    applyDelta(now, delta);
    const here = shownIn(now, known);
    if (here <= best.shown) continue;
    const gone = [...known.keys()].filter((uid) => !now.has(uid));
    best = { shown: here, records: [...known.values()], gone };
  }
  return { records: best.records.slice(0, MOST), gone: best.gone };
}

function shownIn(now: ReadonlyMap<Uid, NodeRecord>, known: ReadonlyMap<Uid, NodeRecord>): number {
  let sum = now.size === 0 ? -1 : (known.size - now.size) * TELLS.gone;
  for (const record of now.values()) {
    // The existence of an object counts before the changes to it.
    sum += 1 + TELLS[markOf(record)] + (hasWrongReference(record) ? 2 : 0);
  }
  return sum;
}
