import type { NodeRecord, Playback, Uid } from '@gcscope/gc-core/wire';
import { objectText } from './ObjectSelect.tsx';
import { firstSeen, storedInTheEnd } from './outcome.ts';

/** More are counted. */
const MOST_TOLD = 6;

/** A playback, and the collector's graph after its last step. */
export interface PlayedEnd {
  readonly view: Playback;
  readonly end: ReadonlyMap<Uid, NodeRecord>;
}

/** What becomes of objects in the second end that does not in the first, one line each. Virtual owners are no objects. */
export function differenceInEnd(first: PlayedEnd, second: PlayedEnd): string[] {
  const [before, after] = [statesOf(first), statesOf(second)];
  const seen = new Map([...firstSeen(first.view), ...firstSeen(second.view)]);
  const lines = [...seen].flatMap(([uid, record]) => {
    const [was = GONE, is = GONE] = [before.get(uid), after.get(uid)];
    return was === is ? [] : [`${objectText(record)} ${is} (instead of: ${was})`];
  });
  return lines.length > MOST_TOLD
    ? [...lines.slice(0, MOST_TOLD), `${lines.length - MOST_TOLD} more`]
    : lines;
}

const GONE = 'is gone';

function statesOf({ view, end }: PlayedEnd): ReadonlyMap<Uid, string> {
  const stored = storedInTheEnd(view);
  const states = [...firstSeen(view)].flatMap(([uid, first]) => {
    const last = end.get(uid) ?? (stored.has(uid) ? first : undefined);
    return last && !last.virtual ? [[uid, stateOf(last)] as const] : [];
  });
  return new Map(states);
}

function stateOf(record: NodeRecord): string {
  if (record.beingDeleted) return 'is terminating';
  return record.owners.length === 0 ? 'stays, owned by nobody' : 'stays';
}
