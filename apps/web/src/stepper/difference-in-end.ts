import type { NodeRecord, Uid } from '@gcscope/gc-core/wire';
import { objectText } from './ObjectSelect.tsx';

/** More are counted. */
const MOST_TOLD = 6;

/** What becomes of objects in the second end that does not in the first, one line each. Virtual owners are no objects. */
export function differenceInEnd(
  first: ReadonlyMap<Uid, NodeRecord>,
  second: ReadonlyMap<Uid, NodeRecord>,
): string[] {
  const lines = [...new Set([...first.keys(), ...second.keys()])].flatMap((uid) => {
    const [a, b] = [existing(first.get(uid)), existing(second.get(uid))];
    if (!a && !b) return [];
    const name = objectText(b ?? (a as NodeRecord));
    const [was, is] = [stateOf(a), stateOf(b)];
    return was === is ? [] : [`${name} ${is} (instead of: ${was})`];
  });
  return lines.length > MOST_TOLD
    ? [...lines.slice(0, MOST_TOLD), `${lines.length - MOST_TOLD} more`]
    : lines;
}

function existing(record: NodeRecord | undefined): NodeRecord | undefined {
  return record?.virtual ? undefined : record;
}

function stateOf(record: NodeRecord | undefined): string {
  if (!record) return 'is gone';
  if (record.beingDeleted) return 'is terminating';
  return record.owners.length === 0 ? 'stays, owned by nobody' : 'stays';
}
