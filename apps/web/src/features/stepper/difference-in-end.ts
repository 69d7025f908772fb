import type { NodeRecord, Playback, Uid } from '@gcscope/gc-core/wire';
import { kindAndName } from '../../ui/object-name.ts';
import { firstObserved, storedInTheEnd } from './outcome.ts';

/** A playback, and the collector's graph after its last step. */
export interface PlayedEnd {
  readonly view: Playback;
  readonly end: ReadonlyMap<Uid, NodeRecord>;
}

/** How the outcome of the second playback differs from that of the first, one line per object; virtual owners are left out. */
export function differenceInEnd(first: PlayedEnd, second: PlayedEnd): string[] {
  const [before, after] = [statesOf(first), statesOf(second)];
  const seen = new Map([...firstObserved(first.view), ...firstObserved(second.view)]);
  return [...seen].flatMap(([uid, record]) => {
    const [was = GONE, is = GONE] = [before.get(uid), after.get(uid)];
    return was === is ? [] : [`${kindAndName(record)} ${is} (instead of: ${was})`];
  });
}

const GONE = 'is gone';

function statesOf({ view, end }: PlayedEnd): ReadonlyMap<Uid, string> {
  const stored = storedInTheEnd(view);
  const states = [...firstObserved(view)].flatMap(([uid, first]) => {
    const last = end.get(uid) ?? (stored.has(uid) ? first : undefined);
    return last && !last.virtual ? [[uid, stateOf(last)] as const] : [];
  });
  return new Map(states);
}

function stateOf(record: NodeRecord): string {
  if (record.beingDeleted) return 'is terminating';
  return record.owners.length === 0 ? 'stays without an owner' : 'stays';
}
